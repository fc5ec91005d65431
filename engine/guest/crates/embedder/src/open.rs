//! Navigation, and documents that come from the host instead of the network.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use servo::protocol_handler::{
    DoneChannel, FetchContext, HttpStatus, NetworkError, ProtocolHandler, Request, ResourceFetchTiming,
    Response, ResponseBody,
};
use servo::{UrlRequest, WebResourceLoad, WebResourceResponse};
use url::Url;
use wire::{Body, Failure, FailureCode, Source};

use crate::contexts::Context;

/// The scheme of documents without a base URL. It has no authority, so their origin is opaque.
pub const SCHEME: &str = "html";
const CONTENT: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
/// Schemes that a host may navigate to.
const SCHEMES: [&str; 5] = ["http", "https", "data", "about", "blob"];
/// Longest address.
const URL_BYTES: usize = 64 << 20;
/// Longest document.
const HTML_BYTES: usize = 128 << 20;
/// Documents without a base URL that are kept for reloads and the session history, in all.
const KEPT_BYTES: usize = 32 << 20;

/// A document that waits for the request that it answers.
pub struct Staged {
    url: Url,
    html: Vec<u8>,
}

fn bad(message: String) -> Failure {
    Failure::new(FailureCode::BadArgument, message)
}

pub fn open(context: &Context, source: Source) -> Result<Body, Failure> {
    match source {
        Source::Url { url, headers } => {
            let request = UrlRequest::new(parse("url", &url, &SCHEMES)?).headers(parse_headers(headers)?);
            context.staged.replace(None);
            context.navigation_begins();
            context.webview.load_request(request);
        }
        Source::Html { html, base_url } => {
            if html.len() > HTML_BYTES {
                let message = format!("html: {} bytes, limit {HTML_BYTES}", html.len());
                return Err(Failure::new(FailureCode::TooLarge, message));
            }
            let html = html.into_bytes();
            let url = match base_url {
                Some(base) => {
                    let url = parse("base_url", &base, &["http", "https"])?;
                    context.staged.replace(Some(Staged { url: url.clone(), html }));
                    url
                }
                None => {
                    context.staged.replace(None);
                    keep(html)
                }
            };
            context.navigation_begins();
            context.webview.load(url);
        }
    }
    Ok(Body::Navigating { traversed: true })
}

fn parse(field: &str, text: &str, schemes: &[&str]) -> Result<Url, Failure> {
    if text.len() > URL_BYTES {
        let message = format!("{field}: {} bytes, limit {URL_BYTES}", text.len());
        return Err(Failure::new(FailureCode::TooLarge, message));
    }
    let url = Url::parse(text).map_err(|error| bad(format!("{field}: {error}")))?;
    if !schemes.contains(&url.scheme()) {
        let message = format!("{field}: scheme {:?}, must be one of {}", url.scheme(), schemes.join(", "));
        return Err(bad(message));
    }
    Ok(url)
}

fn parse_headers(headers: Vec<(String, String)>) -> Result<HeaderMap, Failure> {
    let mut parsed = HeaderMap::new();
    for (name, value) in headers {
        let key = HeaderName::try_from(&name)
            .map_err(|_| bad(format!("headers: {name:?} is not a header's name")))?;
        let value = HeaderValue::try_from(&value)
            .map_err(|_| bad(format!("headers: the value of {name:?} is not allowed in a header")))?;
        parsed.append(key, value);
    }
    Ok(parsed)
}

/// The network is about to be asked for a document. Answer the one request that a staged document is
/// for; an earlier redirect to HTTPS of a known host does not matter.
pub fn answer_staged(context: &Context, load: WebResourceLoad) {
    let request = load.request();
    if !request.is_for_main_frame || request.is_redirect {
        return;
    }
    let asked = request.url.clone();
    let Some(Staged { url, html }) = context.staged.take() else { return };
    let same = asked.host() == url.host() && asked.path() == url.path() && asked.query() == url.query();
    if !same {
        log::debug!("a document for {url} is dropped, since the page went to {asked} first");
        return;
    }
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, CONTENT);
    let mut answer = load.intercept(WebResourceResponse::new(url).headers(headers));
    answer.send_body_data(html);
    answer.finish();
}

#[derive(Default)]
struct Kept {
    documents: VecDeque<(u64, Vec<u8>)>,
    bytes: usize,
    last: u64,
}

/// The protocol handler must be shareable between threads, of which there is one.
static KEPT: Mutex<Kept> = Mutex::new(Kept { documents: VecDeque::new(), bytes: 0, last: 0 });

/// Keep a document under an address of its own, and forget the oldest if there are too many.
fn keep(html: Vec<u8>) -> Url {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.last += 1;
    let number = kept.last;
    kept.bytes += html.len();
    kept.documents.push_back((number, html));
    while kept.bytes > KEPT_BYTES && kept.documents.len() > 1 {
        if let Some((_, oldest)) = kept.documents.pop_front() {
            kept.bytes -= oldest.len();
        }
    }
    Url::parse(&format!("{SCHEME}:{number}")).expect("a scheme and a number")
}

fn kept(url: &Url) -> Option<Vec<u8>> {
    let wanted: u64 = url.path().parse().ok()?;
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.documents.iter().find(|(number, _)| *number == wanted).map(|(_, html)| html.clone())
}

/// Serves the documents that the host handed over without a base URL.
pub struct HtmlProtocol;

impl ProtocolHandler for HtmlProtocol {
    fn load<'a>(
        &'a self,
        request: &'a mut Request,
        _done: &mut DoneChannel,
        _context: &FetchContext,
    ) -> Pin<Box<dyn Future<Output = Response> + Send + 'a>> {
        let url = request.current_url();
        let response = match kept(url.as_url()) {
            Some(html) => {
                let timing = ResourceFetchTiming::new(request.timing_type());
                let mut response = Response::new(url, timing);
                response.headers.insert(CONTENT_TYPE, CONTENT);
                response.status = HttpStatus::default();
                *response.body.lock() = ResponseBody::Done(html);
                response
            }
            None => Response::network_error(NetworkError::ResourceLoadError(
                "the document is no longer kept".to_owned(),
            )),
        };
        Box::pin(std::future::ready(response))
    }
}
