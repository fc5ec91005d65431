enable_dithering: false,
clear_caches_with_quads: false
