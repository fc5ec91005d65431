if node.as_element().is_none() {
    return text_boxes(layout_thread, &stacking_context_tree.paint_info.scroll_tree, node);
}
