# first
!pip install numpy