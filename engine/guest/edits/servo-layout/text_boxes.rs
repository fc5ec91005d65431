/// The boxes of a text node's characters, one a line or font. They lie among the fragments of the
/// nearest ancestor that has any, or in anonymous ones below those.
#[expect(unsafe_code)]
fn text_boxes(
    layout_thread: &LayoutThread,
    scroll_tree: &ScrollTree,
    text: ServoLayoutNode<'_>,
) -> CSSPixelRectVec {
    let mut boxes = Vec::new();
    // SAFETY: queries run on the script thread while no layout does.
    let mut ancestor = unsafe { text.dangerous_flat_tree_parent() };
    while let Some(owner) = ancestor {
        let fragments = owner.fragments_for_pseudo(None);
        if fragments.is_empty() {
            // An element of `display: contents`.
            // SAFETY: as above.
            ancestor = unsafe { owner.dangerous_flat_tree_parent() };
            continue;
        }
        for fragment in &fragments {
            collect_text_boxes(
                layout_thread,
                fragment,
                owner.opaque(),
                text.opaque(),
                &mut boxes,
            );
        }
        let transform = root_transform_for_fragments(scroll_tree, &fragments);
        return boxes
            .into_iter()
            .filter_map(|rect: Rect<Au, CSSPixel>| match transform {
                Some(transform) => transform_au_rectangle(rect, transform),
                None => Some(Rect::new(rect.origin, Size2D::zero())),
            })
            .collect();
    }
    boxes
}

fn collect_text_boxes(
    layout_thread: &LayoutThread,
    fragment: &Fragment,
    owner: OpaqueNode,
    text: OpaqueNode,
    boxes: &mut CSSPixelRectVec,
) {
    let Some(content) =
        fragment.cumulative_box_area_rect(BoxAreaType::Content, layout_thread.into())
    else {
        return;
    };
    let Some(children) = fragment.children() else {
        return;
    };
    for child in children.iter() {
        let node = child.base().and_then(|base| base.tag.map(|tag| tag.node));
        match child {
            Fragment::Text(child) => {
                if node == Some(text) && !child.is_empty_for_text_cursor {
                    boxes.push(child.base.rect().translate(content.origin.to_vector()));
                }
            }
            _ if node.is_none() || node == Some(owner) => {
                collect_text_boxes(layout_thread, child, owner, text, boxes);
            }
            _ => {}
        }
    }
}
