# What an installation says of itself: the licence, the notices of what is linked in, and a list of all that in SPDX 2.3.
# They are the same bytes for the same sources and libraries: no times, no folders, nothing from a network.

# qdc_describe_part(NAME VERSION version LICENSE expression COPYRIGHT text URL url [NEEDED library...])
# A part of a program of ours, by name: linked in, with a notice in licenses/NAME.txt, or, with NEEDED, looked for when the
# program starts, under these names. A version of "" is that of the machine that it runs on.
function(qdc_describe_part name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "VERSION;LICENSE;COPYRIGHT;URL" "NEEDED")
  if(arg_NEEDED)
    string(JOIN ", " needed ${arg_NEEDED})
    set(link DYNAMIC_LINK)
    set(comment "needed as ${needed}")
  else()
    set(link STATIC_LINK)
    set(comment "linked in")
  endif()
  qdc_spdx_package(text ${name} "${arg_VERSION}" "${arg_LICENSE}" "${arg_COPYRIGHT}" "${arg_URL}" "${comment}")
  set_property(GLOBAL PROPERTY QDC_PART_${name}_TEXT "${text}")
  set_property(GLOBAL PROPERTY QDC_PART_${name}_LINK ${link})
endfunction()

# The identifier of a part, which may have letters, digits, dots and dashes.
function(qdc_spdx_id result name)
  string(REPLACE "+" "x" id "SPDXRef-${name}")
  set(${result} "${id}" PARENT_SCOPE)
endfunction()

# An object of SPDX. Its words need no escapes in JSON.
function(qdc_spdx_package result name version license copyright url comment)
  qdc_spdx_id(id ${name})
  set(text "    {\n      \"SPDXID\": \"${id}\",\n      \"name\": \"${name}\",\n")
  if(version)
    string(APPEND text "      \"versionInfo\": \"${version}\",\n")
  endif()
  string(APPEND text "      \"downloadLocation\": \"${url}\",\n      \"filesAnalyzed\": false,\n"
         "      \"licenseConcluded\": \"${license}\",\n      \"licenseDeclared\": \"${license}\",\n"
         "      \"copyrightText\": \"${copyright}\",\n      \"comment\": \"${comment}\"\n    }")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# qdc_install_notices(COMPONENT PART...)
# Installs LICENSE, NOTICES and COMPONENT.spdx.json of the component that has these parts.
function(qdc_install_notices component)
  set(notices "${component} has parts of others in it. Their licences ask for these notices.\n")
  set(license "Apache-2.0 WITH LLVM-exception")
  qdc_spdx_package(packages ${component} ${PROJECT_VERSION} ${license} NOASSERTION NOASSERTION "this program")
  set(relations "    {\n      \"spdxElementId\": \"SPDXRef-DOCUMENT\",\n      \"relationshipType\": \"DESCRIBES\",\n")
  string(APPEND relations "      \"relatedSpdxElement\": \"SPDXRef-${component}\"\n    }")
  foreach(part IN LISTS ARGN)
    qdc_spdx_id(id ${part})
    get_property(text GLOBAL PROPERTY QDC_PART_${part}_TEXT)
    if(NOT text)
      message(FATAL_ERROR "'${part}' is a part of '${component}', but qdc_describe_part does not tell of it")
    endif()
    get_property(link GLOBAL PROPERTY QDC_PART_${part}_LINK)
    string(APPEND packages ",\n${text}")
    string(APPEND relations ",\n    {\n      \"spdxElementId\": \"SPDXRef-${component}\",\n"
           "      \"relationshipType\": \"${link}\",\n      \"relatedSpdxElement\": \"${id}\"\n    }")
    if(link STREQUAL STATIC_LINK)
      set(file ${PROJECT_SOURCE_DIR}/licenses/${part}.txt)
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
      file(READ ${file} notice)
      string(REPEAT "=" 80 rule)
      string(APPEND notices "\n${rule}\n${notice}")
    endif()
  endforeach()
  # A document of SPDX has a name of its own, which here follows from what it says, and a time, which nobody knows.
  string(UUID id NAMESPACE 6ba7b811-9dad-11d1-80b4-00c04fd430c8 NAME "${packages}${relations}" TYPE SHA1)
  set(folder ${PROJECT_BINARY_DIR}/notices/${component})
  file(CONFIGURE OUTPUT ${folder}/NOTICES CONTENT "@notices@" @ONLY)
  file(CONFIGURE OUTPUT ${folder}/${component}.spdx.json @ONLY CONTENT [[{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "@component@ @PROJECT_VERSION@",
  "documentNamespace": "urn:uuid:@id@",
  "creationInfo": {
    "created": "1970-01-01T00:00:00Z",
    "creators": ["Tool: qdc-@PROJECT_VERSION@"],
    "comment": "The time stands for none: the same sources and libraries give the same document."
  },
  "packages": [
@packages@
  ],
  "relationships": [
@relations@
  ]
}
]])
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${folder}/NOTICES ${folder}/${component}.spdx.json
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${component} COMPONENT ${component})
endfunction()

# The libraries that a program needs when it starts. Others are described where they are linked in.
qdc_describe_part(glibc VERSION "" LICENSE LGPL-2.1-or-later COPYRIGHT NOASSERTION URL https://ftp.gnu.org/gnu/glibc
  NEEDED libc.so.6 libm.so.6 ld-linux-x86-64.so.2)
qdc_describe_part(libstdc++ VERSION "" LICENSE "GPL-3.0-or-later WITH GCC-exception-3.1" COPYRIGHT NOASSERTION
  URL https://ftp.gnu.org/gnu/gcc NEEDED libstdc++.so.6)
qdc_describe_part(libgcc VERSION "" LICENSE "GPL-3.0-or-later WITH GCC-exception-3.1" COPYRIGHT NOASSERTION
  URL https://ftp.gnu.org/gnu/gcc NEEDED libgcc_s.so.1)
qdc_describe_part(zlib VERSION "" LICENSE Zlib COPYRIGHT NOASSERTION URL https://zlib.net NEEDED libz.so.1)
qdc_describe_part(zstd VERSION "" LICENSE BSD-3-Clause COPYRIGHT NOASSERTION URL https://github.com/facebook/zstd
  NEEDED libzstd.so.1)
