//! The HTTP client: hands each exchange to the host.
//!
//! Name resolution, proxies, TLS and certificates are the host's business, so the types for them
//! carry nothing.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use http::header::{HeaderName, HeaderValue};
use http_body_util::BodyExt;
use http_body_util::combinators::BoxBody;
use hyper::body::{Body, Bytes, Frame};
use hyper::{Request, Response};
use hyper_util::client::legacy::Error;
use rustls::{CipherSuite, NamedGroup, ProtocolVersion};
use rustls_pki_types::CertificateDer;
use servo_base::coop::http::{self as host, Event, Exchange};

pub type BoxedBody = BoxBody<Bytes, hyper::Error>;

#[derive(Clone, Debug, Default)]
pub struct TlsConfig {
    pub alpn_protocols: Vec<Vec<u8>>,
}

#[derive(Clone, Debug)]
pub struct TlsHandshakeInfo {
    pub protocol_version: Option<ProtocolVersion>,
    pub cipher_suite: Option<CipherSuite>,
    pub kea_group_name: Option<NamedGroup>,
    pub signature_scheme_name: Option<String>,
    pub alpn_protocol: Option<String>,
    pub certificate_chain_der: Vec<Vec<u8>>,
    pub used_ech: bool,
}

#[derive(Clone, Debug, Default)]
pub enum CACertificates<'de> {
    #[default]
    Default,
    Override(Vec<CertificateDer<'de>>),
}

/// The host decides about certificates, so there are no failures to remember.
#[derive(Clone, Debug, Default)]
pub struct CertificateErrorOverrideManager;

impl CertificateErrorOverrideManager {
    pub fn new() -> Self {
        Self
    }

    pub fn add_override(&self, _certificate: &CertificateDer<'static>) {}

    pub(crate) fn remove_certificate_failing_verification(
        &self,
        _host: &str,
    ) -> Option<CertificateDer<'static>> {
        None
    }
}

pub fn create_tls_config(
    _ca_certificates: CACertificates<'static>,
    _ignore_certificate_errors: bool,
    _override_manager: CertificateErrorOverrideManager,
) -> TlsConfig {
    TlsConfig::default()
}

pub fn prewarm_tls() {}

#[derive(Clone)]
pub struct ServoClient;

pub fn create_http_client(_tls_config: TlsConfig) -> ServoClient {
    ServoClient
}

impl ServoClient {
    pub fn request(
        &self,
        request: Request<BoxedBody>,
    ) -> impl Future<Output = Result<Response<BoxedBody>, Error>> + Send + 'static {
        exchange(request)
    }
}

async fn exchange(request: Request<BoxedBody>) -> Result<Response<BoxedBody>, Error> {
    let (parts, body) = request.into_parts();
    let body = match body.collect().await {
        Ok(collected) => collected.to_bytes().to_vec(),
        Err(error) => return Err(Error::new(error.to_string())),
    };
    let headers = parts
        .headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), value.as_bytes().to_vec()))
        .collect();
    let mut exchange =
        host::start(parts.method.to_string(), parts.uri.to_string(), headers, body);
    let (status, headers) = match poll_fn(|context| exchange.poll_event(context)).await {
        Event::Head { status, headers } => (status, headers),
        Event::Error(failure) => return Err(Error::new(failure.to_string())),
        Event::Chunk(_) | Event::End => return Err(Error::new("no response head".into())),
    };
    let mut response = Response::builder().status(status);
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) =
            (HeaderName::try_from(name.as_str()), HeaderValue::from_bytes(&value))
        {
            response = response.header(name, value);
        }
    }
    response
        .body(ResponseBody(Arc::new(Mutex::new(exchange))).boxed())
        .map_err(|error| Error::new(error.to_string()))
}

/// The body as the host delivers it.
struct ResponseBody(Arc<Mutex<Exchange>>);

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let mut exchange = self.0.lock().unwrap();
        match exchange.poll_event(context) {
            Poll::Ready(Event::Chunk(bytes)) => Poll::Ready(Some(Ok(Frame::data(bytes.into())))),
            // A broken connection cannot be told from a short body: hyper's error type has no
            // public constructor. The content length check above this layer notices most.
            Poll::Ready(_) => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    }
}
