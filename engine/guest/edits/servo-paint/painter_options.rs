enable_dithering: false,
allow_advanced_blend_equation: true,
clear_caches_with_quads: false
