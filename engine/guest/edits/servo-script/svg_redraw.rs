/// Forget the image of the drawing that this element is a part of.
fn redraw_drawing(&self, no_gc: &js::context::NoGC) {
    for ancestor in self
        .upcast::<Node>()
        .inclusive_ancestors_unrooted(no_gc, crate::dom::iterators::ShadowIncluding::No)
    {
        if let Some(svg) = ancestor.downcast::<SVGSVGElement>() {
            svg.invalidate_cached_serialized_subtree_and_rasterization_result(no_gc);
        }
    }
}
