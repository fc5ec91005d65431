    hard_fail: bool,
) where STF: 'static, SWF: 'static {
