//! Which of Servo's preferences differ from their defaults.
//!
//! `engine/PREFERENCES.md` has the reason and the test for each, and for those that stay off.

use servo::Preferences;

/// The preferences of every engine. They hold for the life of the instance.
pub fn preferences() -> Preferences {
    let defaults = Preferences::default();
    Preferences {
        // One thread: a pool or a second thread can only wait for the first.
        layout_threads: 1,
        thread_pool_workers_max: 1,
        thread_pool_fallback_workers: 1,
        thread_pool_async_runtime_workers_max: 1,
        thread_pool_webrender_workers_max: 1,
        thread_pool_canvas_workers: 0,
        perf_thread_boost_enabled: false,
        dom_parallel_css_parsing_enabled: false,
        dom_servoparser_async_html_tokenizer_enabled: false,
        dom_sharedworker_enabled: false,
        js_offthread_compilation_enabled: false,

        // No compiler: asm.js and WebAssembly could not run.
        js_asmjs_enabled: false,
        js_wasm_enabled: false,
        js_wasm_baseline_enabled: false,
        js_wasm_ion_enabled: false,

        // Memory is what limits the number of sessions on a machine.
        js_mem_max: 255,
        js_mem_gc_empty_chunk_count_min: 0,
        network_http_cache_size: 128,
        network_max_content_length: 1 << 20,
        session_history_max_length: 5,

        // Nothing of the machine shows through, and equal pages give equal pixels.
        user_agent: desktop(&defaults.user_agent),
        intl_locale_override: "en-US".to_owned(),
        gfx_subpixel_text_antialiasing_enabled: false,
        editing_caret_blink_time: 0,
        network_local_directory_listing_enabled: false,

        // Off upstream, and good enough for pages.
        dom_adoptedstylesheet_enabled: true,
        dom_async_clipboard_enabled: true,
        dom_composition_event_enabled: true,
        dom_cookiestore_enabled: true,
        dom_entries_api_enabled: true,
        dom_exec_command_enabled: true,
        dom_fontface_enabled: true,
        dom_indexeddb_enabled: true,
        dom_intersection_observer_enabled: true,
        dom_navigator_protocol_handlers_enabled: true,
        dom_notification_enabled: true,
        dom_offscreen_canvas_enabled: true,
        dom_permissions_enabled: true,
        dom_sanitizer_enabled: true,
        dom_storage_manager_api_enabled: true,
        dom_visual_viewport_enabled: true,
        largest_contentful_paint_enabled: true,
        layout_css_ellipse_corners_enabled: true,
        layout_css_progress_function_enabled: true,
        layout_variable_fonts_enabled: true,

        ..defaults
    }
}

/// Upstream's user agent names the architecture that it was built for, and no page expects `wasm32`.
fn desktop(user_agent: &str) -> String {
    user_agent.replace(std::env::consts::ARCH, "x86_64")
}
