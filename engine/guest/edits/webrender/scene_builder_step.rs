    move || { scene_builder.run(); coop::Flow::Idle }
});
