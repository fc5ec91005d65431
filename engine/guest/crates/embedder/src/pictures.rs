//! Encoding of screenshots.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ExtendedColorType, RgbaImage};
use serde_bytes::ByteBuf;
use wire::{Body, Failure, FailureCode, ImageFormat};

/// Largest sides that the formats can express.
const WEBP_SIDE_PX: u32 = 16_383;
const JPEG_SIDE_PX: u32 = 65_535;
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

fn check_side(name: &str, (width, height): (u32, u32), limit: u32) -> Result<(), Failure> {
    if width.max(height) <= limit {
        return Ok(());
    }
    let message = format!("screenshot: {width} x {height}, {name}'s limit is {limit} a side");
    Err(Failure::new(FailureCode::TooLarge, message))
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
            check_side("JPEG", picture.dimensions(), JPEG_SIDE_PX)?;
            let opaque = DynamicImage::ImageRgba8(picture).into_rgb8();
            JpegEncoder::new_with_quality(&mut bytes, quality)
                .encode(opaque.as_raw(), width, height, ExtendedColorType::Rgb8)
                .map_err(internal)?;
            "image/jpeg"
        }
        ImageFormat::Webp {} => {
            check_side("WebP", picture.dimensions(), WEBP_SIDE_PX)?;
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
