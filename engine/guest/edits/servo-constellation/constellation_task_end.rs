    move || constellation.step()
});
