.define("NDEBUG", None)
.flag("-msimd128")
