# Writes IMAGE, the PTX that the fake driver takes: LIBRARY, a shared object, digit by digit in a comment. So the image
# holds its code as others do, and not the name of a file, which would depend on the folder of the build.
cmake_minimum_required(VERSION 3.25)
file(READ ${LIBRARY} digits HEX)
file(WRITE ${IMAGE} ".version 8.0\n.target sm_75\n// shared object: ${digits}\n")
