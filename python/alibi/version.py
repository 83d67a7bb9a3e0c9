"""The version of the package: that of the library it is made for."""

VERSION = "0.2.0"
