//! There are no local folders.

use std::path::PathBuf;

use net_traits::NetworkError;
use net_traits::request::Request;
use net_traits::response::Response;
use servo_url::ServoUrl;

pub(crate) async fn fetch(_request: &mut Request, _url: ServoUrl, _path_buf: PathBuf) -> Response {
    Response::network_error(NetworkError::LocalDirectoryError)
}
