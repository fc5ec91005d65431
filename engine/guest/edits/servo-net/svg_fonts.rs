// The resolver remembers a font by its number in the database that it was given at that time, and
// each image starts from an empty database. So all images of a page share one. Only decoding jobs
// come here, and they run one after the other, so the lock is never contended.
let svg_fonts = Arc::new(Mutex::new(Arc::new(fontdb::Database::new())));
let fallback_svg_fonts = svg_fonts.clone();
let resolver = font_resolver.clone();
let fallback_resolver = font_resolver.clone();
let usvg_font_resolver = usvg::FontResolver {
    select_font: Box::new(move |font, database| {
        let mut fonts = svg_fonts.lock();
        // usvg drops text whose families are all unknown; a browser takes another font.
        let id = resolver
            .resolve(font, &mut fonts)
            .or_else(|| resolver.resolve_fallback('a', &[], &mut fonts));
        *database = fonts.clone();
        id
    }),
    select_fallback: Box::new(move |character, excluded, database| {
        let mut fonts = fallback_svg_fonts.lock();
        let id = fallback_resolver.resolve_fallback(character, excluded, &mut fonts);
        *database = fonts.clone();
        id
    }),
};
