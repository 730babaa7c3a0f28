//===- HtmlStyle.cpp - How the page looks ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/HtmlStyle.h"

std::string_view qdc::pageStyle() {
  return R"(
:root {
  color-scheme: light dark;
  --page: #fff; --text: #1f2328; --soft: #59636e; --line: #d1d9e0; --box: #f6f8fa; --link: #0757b8;
  --parallel: #dcebff; --serial: #e3f3d9; --control: #fff4d6; --part: #fffaf0;
  --c0: #4c78a8; --c1: #f58518; --c2: #54a24b; --c3: #b279a2; --c4: #e45756; --c5: #72b7b2;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #0f141a; --text: #e6edf3; --soft: #9aa7b4; --line: #343d47; --box: #171d25; --link: #6cb6ff;
    --parallel: #16304f; --serial: #1d3a22; --control: #3a3013; --part: #2b2614;
  }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
.skip { position: absolute; left: -100rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem 1rem }
.page { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto }
nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; padding: 1.5rem 1rem; align-self: start }
nav ul { list-style: none; margin: 0; padding: 0 }
nav ul ul { padding-left: 1rem; font-size: .875rem }
nav a { display: block; padding: .2rem .5rem; border-radius: 4px; color: inherit; text-decoration: none }
nav a:hover { background: var(--box) }
nav a, h1, h2, h4, dd, p { overflow-wrap: anywhere }
main { padding: 1.5rem 2rem 4rem; border-left: 1px solid var(--line); min-height: 100vh }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem }
h2 { font-size: 1.375rem; margin: 2.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
h3 { font-size: 1.0625rem; margin: 1.75rem 0 .5rem }
h4 { font-size: 1rem; margin: 0 0 .5rem }
code, pre, svg text { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace }
code { font-size: .875em }
.short { white-space: nowrap }
p { margin: .5rem 0 }
.aside, .kind { color: var(--soft) }
.kind, .back { font-size: .8125rem; font-weight: normal }
.back { float: right }
.scroll { overflow-x: auto }
table { border-collapse: collapse; font-size: .9375rem }
th, td { text-align: left; vertical-align: top; padding: .3rem 1rem .3rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--soft); white-space: nowrap }
td:first-child { white-space: nowrap }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.bar { display: flex; gap: 2px; height: 1.75rem; margin: 1rem 0; border-radius: 5px; overflow: hidden }
.bar span { min-width: 3px }
.swatch { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .5em }
.part-0 { background: var(--c0) } .part-1 { background: var(--c1) } .part-2 { background: var(--c2) }
.part-3 { background: var(--c3) } .part-4 { background: var(--c4) } .part-5 { background: var(--c5) }
article { border: 1px solid var(--line); border-left: 5px solid var(--c0); border-radius: 6px;
  padding: .75rem 1rem; margin: .75rem 0 }
article.serial { border-left-color: var(--c2) }
article:target { border-color: var(--link) }
.beside { display: grid; grid-template-columns: minmax(15rem, 2fr) minmax(0, 3fr); gap: 0 1.5rem; align-items: start }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem .75rem; margin: 0; font-size: .9375rem }
dt { color: var(--soft) }
dd { margin: 0 }
pre { margin: 0; padding: .5rem .75rem; background: var(--box); border-radius: 5px; overflow: auto; max-height: 32rem;
  font-size: .8125rem; line-height: 1.5 }
.line { display: inline-block; min-width: 2.5em; margin-right: 1em; text-align: right; color: var(--soft);
  user-select: none }
.comment { color: var(--soft); font-style: italic }
svg text { font-size: 12px; fill: var(--text) } svg .title { font-weight: bold }
rect { stroke: var(--soft); stroke-width: .75; fill: var(--page) }
rect.kernel { fill: var(--box) } rect.control { fill: var(--control) } rect.part { fill: var(--part); stroke-dasharray: 4 }
rect.parallel { fill: var(--parallel) } rect.serial { fill: var(--serial) }
.arrow { stroke: var(--soft); fill: none } .point { fill: var(--soft) }
svg a:hover rect, svg a:focus-visible rect { stroke: var(--link); stroke-width: 2 }
svg a:focus-visible { outline: none }
@media (max-width: 60rem) {
  .page, .beside { grid-template-columns: minmax(0, 1fr) }
  .beside { gap: .75rem }
  nav { position: static; max-height: none; padding: 1rem 1rem 0 }
  nav > ul { display: flex; flex-wrap: wrap }
  nav ul ul { display: none }
  main { padding: 1rem; border: 0 }
}
@media print {
  nav, .skip, .back { display: none }
  .page, .beside { display: block }
  main { padding: 0; border: 0 }
  html { font-size: 12px }
  body { font-size: 1rem }
  article, tr, svg { break-inside: avoid }
  h2, h3, h4 { break-after: avoid }
  .scroll, pre { overflow: visible; max-height: none; white-space: pre-wrap }
  svg { max-width: 100%; height: auto }
  * { print-color-adjust: exact }
}
)";
}
