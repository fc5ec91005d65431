    move || if scene_builder.run() { coop::Flow::Idle } else { coop::Flow::Done }
});
