// There is no thread to watch from. The ports stay alive, as senders treat a closed
// one as an error.
std::mem::forget((constellation_chan, control_port, port));
let join_handle = JoinHandle::new();
