fn children_changed(&self, cx: &mut JSContext, mutation: &crate::dom::node::ChildrenMutation) {
    self.super_type().unwrap().children_changed(cx, mutation);
    self.redraw_drawing(cx.no_gc());
}
