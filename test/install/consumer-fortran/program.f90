! program.f90 - A device, opened by a program in Fortran
!
! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
program consumer
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    function device_open(spelling, options, device) bind(C, name="qdrt_device_open_by_name") result(status)
      import :: c_char, c_int, c_ptr
      character(kind=c_char), intent(in) :: spelling(*)
      type(c_ptr), value :: options
      type(c_ptr), intent(out) :: device
      integer(c_int) :: status
    end function
    subroutine device_close(device) bind(C, name="qdrt_device_close")
      import :: c_ptr
      type(c_ptr), value :: device
    end subroutine
  end interface
  type(c_ptr) :: device
  if (device_open("cpu" // c_null_char, c_null_ptr, device) /= 0) error stop "no device 'cpu'"
  call device_close(device)
end program
