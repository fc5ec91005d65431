servo_base::coop::Flow::Done
    }
});
