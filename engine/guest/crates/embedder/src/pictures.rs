//! Encoding of screenshots.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ExtendedColorType, RgbaImage};
use serde_bytes::ByteBuf;
use wire::{Body, Failure, FailureCode, ImageFormat};

/// Largest side that WebP can express.
const WEBP_SIDE_PX: u32 = 16_383;
const QUALITIES: std::ops::RangeInclusive<u8> = 1..=100;

/// Whether pictures of this kind can be made at all, before one is taken.
pub fn check(format: ImageFormat) -> Result<(), Failure> {
    match format {
        ImageFormat::Jpeg { quality } if !QUALITIES.contains(&quality) => Err(Failure::new(
            FailureCode::BadArgument,
            format!("format.quality: {quality}, must be 1 to 100"),
        )),
        _ => Ok(()),
    }
}

fn internal(error: impl std::fmt::Display) -> Failure {
    Failure::new(FailureCode::Internal, format!("screenshot: {error}"))
}

pub fn encode(picture: RgbaImage, format: ImageFormat) -> Result<Body, Failure> {
    let (width, height) = picture.dimensions();
    let mut bytes = Vec::new();
    let mime = match format {
        ImageFormat::Png {} => {
            encode_png(&picture, &mut bytes).map_err(internal)?;
            "image/png"
        }
        ImageFormat::Jpeg { quality } => {
            let opaque = DynamicImage::ImageRgba8(picture).into_rgb8();
            JpegEncoder::new_with_quality(&mut bytes, quality)
                .encode(opaque.as_raw(), width, height, ExtendedColorType::Rgb8)
                .map_err(internal)?;
            "image/jpeg"
        }
        ImageFormat::Webp {} => {
            if width.max(height) > WEBP_SIDE_PX {
                return Err(Failure::new(
                    FailureCode::TooLarge,
                    format!("screenshot: {width} x {height}, WebP's limit is {WEBP_SIDE_PX} a side"),
                ));
            }
            WebPEncoder::new_lossless(&mut bytes)
                .encode(picture.as_raw(), width, height, ExtendedColorType::Rgba8)
                .map_err(internal)?;
            "image/webp"
        }
    };
    Ok(Body::Screenshot { width, height, mime: mime.to_owned(), image: ByteBuf::from(bytes) })
}

fn encode_png(picture: &RgbaImage, bytes: &mut Vec<u8>) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.as_raw())?;
    writer.finish()
}
