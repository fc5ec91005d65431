/// The styles of the last layout, for readers that bring it up to date once before they read many.
pub(crate) fn styles_without_reflow(&self) -> Option<style::data::ElementStyles> {
    let style_data = self.style_data.borrow();
    let styles = style_data.as_ref()?.element_data.borrow().styles.clone();
    styles.primary.is_some().then_some(styles)
}
