//===- MarkupTest.cpp - Names inside SVG and HTML -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Markup.h"

#include <catch2/catch.hpp>

using namespace qdc;

TEST_CASE("nothing in a text is taken for markup") {
  CHECK(escapeMarkup("<script>") == "&lt;script&gt;");
  CHECK(escapeMarkup("a && b") == "a &amp;&amp; b");
  CHECK(escapeMarkup("\"x\" 'y'") == "&quot;x&quot; &#39;y&#39;");
  CHECK(escapeMarkup("\x1b[31m\tred\n") == "\\x1b[31m\tred\n");
  CHECK(escapeMarkup("\xCF\x80") == "\xCF\x80");
  CHECK(codeMarkup("<b>") == "<code>&lt;b&gt;</code>");
  CHECK(codeMarkup("") == "");
}

TEST_CASE("what XML cannot hold, and what turns or hides text, is told by its number") {
  CHECK(escapeMarkup(std::string_view("\0\x0c", 2)) == "\\x00\\x0c");
  CHECK(escapeMarkup("\xef\xbf\xbe\xef\xbf\xbf") == "\\u{fffe}\\u{ffff}");
  CHECK(escapeMarkup("\xed\xa0\x80 \xff \xe2\x82") == "\\xed\\xa0\\x80 \\xff \\xe2\\x82");
  CHECK(escapeMarkup("\xc2\x85\xe2\x80\xae") == "\\u{85}\\u{202e}");
}

TEST_CASE("digits stand in groups of three") {
  CHECK(groupedNumber(0) == "0");
  CHECK(groupedNumber(999) == "999");
  CHECK(groupedNumber(1000) == "1,000");
  CHECK(groupedNumber(18446744073709551615u) == "18,446,744,073,709,551,615");
}

TEST_CASE("a table leaves out what is empty in every row, and aligns numbers") {
  std::string table = tableMarkup({"name", "notes", "bytes"}, {{"a", "", "1"}, {"b", "", "2"}}, 2);
  CHECK(table.find("notes") == std::string::npos);
  CHECK(table.find("<th scope=\"col\" class=\"number\">bytes</th>") != std::string::npos);
  CHECK(table.find("<tr><td>b</td><td class=\"number\">2</td></tr>") != std::string::npos);
  CHECK(tableMarkup({"name", "notes"}, {{"a", ""}, {"b", "x"}}).find("<tr><td>a</td><td></td></tr>") !=
        std::string::npos);
}
