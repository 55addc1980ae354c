//! [CSS colors](https://drafts.csswg.org/css-color-4/#color-syntax), parsed by the crates of Servo's style engine.

use alloc::string::{String, ToString};
use core::{cell::Cell, fmt};

use cssparser::{
    ParseError, Parser, ToCss, Token, color::PredefinedColorSpace, match_ignore_ascii_case,
};
use cssparser_color::{
    AngleOrNumber, Color as Parsed, ColorFunction, ColorParser, NumberOrPercentage, RgbaLegacy,
    hsl_to_rgb, hwb_to_rgb, parse_color_with,
};

use super::simple::Color;

/// The color of a [CSS `<color>`](https://drafts.csswg.org/css-color-4/#color-syntax) value. `Display` writes it as
/// CSS does: `rgb(255, 0, 0)`, `oklab(0.5 0.1 0.1)`, `color(display-p3 1 0 0 / 0.5)`.
///
/// All notations of CSS Color 4 are read; math functions are not, nor the functions of later levels (`color-mix()`,
/// relative colors). `currentcolor` is black, and a system color is that of Chromium's light color scheme.
///
/// ```
/// use sapwood::microsyntax::color::{ColorSpace, CssColor};
///
/// let color = CssColor::parse("hsl(120 100% 25% / 50%)").unwrap();
/// assert_eq!(color.to_string(), "rgba(0, 128, 0, 0.5)");
/// let green = CssColor::parse("color(display-p3 0 1 0)").unwrap();
/// assert_eq!(green.to_rgb().to_string(), "#00ff00");
/// assert!(green.components(ColorSpace::Srgb)[0] < 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CssColor(Parsed);

/// The color space of a [color well
/// control](https://html.spec.whatwg.org/multipage/input.html#attr-input-colorspace).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColorSpace {
    /// `srgb`, with 8 bits for each component: the keyword `limited-srgb`.
    #[default]
    Srgb,
    /// `display-p3`.
    DisplayP3,
}

impl CssColor {
    /// [Parses a CSS `<color>` value](https://drafts.csswg.org/css-color-4/#parse-a-css-color-value).
    #[must_use]
    pub fn parse(value: &str) -> Option<Self> {
        let mut parser = Parser::new(value);
        let notation = Notation::default();
        let color = parser
            .try_parse(|parser| parse_color_with(&notation, parser))
            .ok()
            .or_else(|| Some(CssColor::from(system(parser.expect_ident().ok()?)?).0))?;
        parser.expect_exhausted().ok()?;
        let rgb = |(red, green, blue), alpha: Option<f32>| {
            Parsed::Rgba(RgbaLegacy::from_floats(red, green, blue, alpha.unwrap_or(0.0)))
        };
        let part = |component: Option<f32>| component.unwrap_or(0.0);
        let clamped = |lightness: Option<f32>, max| lightness.map(|it| it.clamp(0.0, max));
        let chroma = |chroma: Option<f32>| chroma.map(|it| it.max(0.0));
        // `hsl()` and `hwb()` are notations of sRGB; some components are clamped when they are parsed.
        Some(Self(match color {
            Parsed::CurrentColor => Self::from(Color::BLACK).0,
            Parsed::Hsl(it) => {
                let [saturation, lightness] = [it.saturation, it.lightness].map(part);
                rgb(hsl_to_rgb(part(it.hue) / 360.0, saturation, lightness), it.alpha)
            }
            Parsed::Hwb(it) => {
                let [whiteness, blackness] = [it.whiteness, it.blackness].map(part);
                rgb(hwb_to_rgb(part(it.hue) / 360.0, whiteness, blackness), it.alpha)
            }
            Parsed::Lab(mut it) => {
                it.lightness = clamped(it.lightness, 100.0);
                Parsed::Lab(it)
            }
            Parsed::Lch(mut it) => {
                (it.lightness, it.chroma) = (clamped(it.lightness, 100.0), chroma(it.chroma));
                Parsed::Lch(it)
            }
            Parsed::Oklab(mut it) => {
                it.lightness = clamped(it.lightness, 1.0);
                Parsed::Oklab(it)
            }
            Parsed::Oklch(mut it) => {
                (it.lightness, it.chroma) = (clamped(it.lightness, 1.0), chroma(it.chroma));
                Parsed::Oklch(it)
            }
            Parsed::Rgba(_) | Parsed::ColorFunction(_) => color,
        }))
    }

    /// The alpha component, from 0 to 1.
    #[must_use]
    pub fn alpha(&self) -> f32 {
        self.alpha_or_none().unwrap_or(0.0)
    }

    fn alpha_or_none(&self) -> Option<f32> {
        match self.0 {
            Parsed::CurrentColor => Some(1.0),
            Parsed::Rgba(it) => Some(it.alpha),
            Parsed::Hsl(it) => it.alpha,
            Parsed::Hwb(it) => it.alpha,
            Parsed::Lab(it) => it.alpha,
            Parsed::Lch(it) => it.alpha,
            Parsed::Oklab(it) => it.alpha,
            Parsed::Oklch(it) => it.alpha,
            Parsed::ColorFunction(it) => it.alpha,
        }
    }

    /// The red, green and blue components [in a color
    /// space](https://drafts.csswg.org/css-color-4/#color-conversion). Colors of the space have components from 0 to 1.
    #[must_use]
    pub fn components(&self, space: ColorSpace) -> [f64; 3] {
        let xyz = match (self.0, space) {
            (Parsed::Rgba(it), ColorSpace::Srgb) => return units(it),
            (Parsed::Rgba(it), _) => multiply(&SRGB_TO_XYZ, units(it).map(linear)),
            (Parsed::ColorFunction(it), _) => {
                let components = [it.c1, it.c2, it.c3].map(number);
                match (it.color_space, space) {
                    (PredefinedColorSpace::Srgb, ColorSpace::Srgb)
                    | (PredefinedColorSpace::DisplayP3, ColorSpace::DisplayP3) => {
                        return components;
                    }
                    (predefined, _) => to_xyz(predefined, components),
                }
            }
            (Parsed::Lab(it), _) => lab_to_xyz([it.lightness, it.a, it.b].map(number)),
            (Parsed::Lch(it), _) => {
                lab_to_xyz(rectangular([it.lightness, it.chroma, it.hue].map(number)))
            }
            (Parsed::Oklab(it), _) => oklab_to_xyz([it.lightness, it.a, it.b].map(number)),
            (Parsed::Oklch(it), _) => {
                oklab_to_xyz(rectangular([it.lightness, it.chroma, it.hue].map(number)))
            }
            // `parse` has converted these.
            (Parsed::CurrentColor | Parsed::Hsl(_) | Parsed::Hwb(_), _) => [0.0; 3],
        };
        let from_xyz = match space {
            ColorSpace::Srgb => &XYZ_TO_SRGB,
            ColorSpace::DisplayP3 => &XYZ_TO_DISPLAY_P3,
        };
        multiply(from_xyz, xyz).map(|it| {
            let magnitude = it.abs();
            let encoded = if magnitude <= 0.003_130_8 {
                12.92 * magnitude
            } else {
                1.055 * magnitude.powf(1.0 / 2.4) - 0.055
            };
            encoded.copysign(it)
        })
    }

    /// The color in sRGB without its alpha component, each component clamped and rounded to 8 bits.
    #[must_use]
    pub fn to_rgb(&self) -> Color {
        let [red, green, blue] = self
            .components(ColorSpace::Srgb)
            .map(|it| (it * 255.0 + 0.5).floor().clamp(0.0, 255.0) as u8);
        Color { red, green, blue }
    }

    /// [Serializes a color well control
    /// color](https://html.spec.whatwg.org/multipage/input.html#serialize-a-color-well-control-color): the value of an
    /// `<input type=color>` with these `colorspace` and `alpha` attributes.
    ///
    /// ```
    /// use sapwood::microsyntax::color::{ColorSpace, CssColor};
    ///
    /// let color = CssColor::parse("rgb(0 255 0 / 50%)").unwrap();
    /// assert_eq!(color.serialize_well(ColorSpace::Srgb, false), "#00ff00");
    /// assert_eq!(color.serialize_well(ColorSpace::Srgb, true), "color(srgb 0 1 0 / 0.5)");
    /// ```
    #[must_use]
    pub fn serialize_well(&self, space: ColorSpace, has_alpha: bool) -> String {
        let rgb = self.to_rgb();
        let (color_space, components) = match space {
            ColorSpace::Srgb if !has_alpha => return rgb.to_string(),
            ColorSpace::Srgb => {
                (PredefinedColorSpace::Srgb, [rgb.red, rgb.green, rgb.blue].map(unit))
            }
            ColorSpace::DisplayP3 => (PredefinedColorSpace::DisplayP3, self.components(space)),
        };
        let [c1, c2, c3] = components.map(|it| Some(it as f32));
        let alpha = if has_alpha { self.alpha_or_none() } else { Some(1.0) };
        ColorFunction { color_space, c1, c2, c3, alpha }.to_css_string()
    }
}

impl From<Color> for CssColor {
    fn from(Color { red, green, blue }: Color) -> Self {
        Self(Parsed::Rgba(RgbaLegacy::new(red, green, blue, 1.0)))
    }
}

impl fmt::Display for CssColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.to_css(f)
    }
}

/// Parses numbers, percentages and angles.
#[derive(Default)]
struct Notation {
    /// Whether the notation has commas, so that a number is no percentage.
    is_legacy: Cell<bool>,
}

impl ColorParser<'_> for Notation {
    type Output = Parsed;
    type Error = ();

    /// The angle is reduced to one turn, because the conversion to RGB expects a finite one.
    fn parse_angle_or_number(
        &self,
        input: &mut Parser<'_>,
    ) -> Result<AngleOrNumber, ParseError<()>> {
        let degrees = match *input.next()? {
            Token::Number { value, .. } => f64::from(value),
            Token::Dimension { value, ref unit, .. } => {
                let degrees = match_ignore_ascii_case! { unit,
                    "deg" => 1.0,
                    "grad" => 0.9,
                    "rad" => 1_f64.to_degrees(),
                    "turn" => 360.0,
                    _ => return Err(ParseError::unexpected_token()),
                };
                f64::from(value) * degrees
            }
            _ => return Err(ParseError::unexpected_token()),
        };
        let degrees = if degrees.is_finite() { degrees.rem_euclid(360.0) as f32 } else { 0.0 };
        Ok(AngleOrNumber::Angle { degrees })
    }

    /// `hsl()` and `hwb()` without commas take numbers for percentages.
    fn parse_percentage(&self, input: &mut Parser<'_>) -> Result<f32, ParseError<()>> {
        let value = self.parse_number_or_percentage(input)?;
        let state = input.state();
        self.is_legacy.set(self.is_legacy.get() || input.expect_comma().is_ok());
        input.reset(&state);
        match value {
            NumberOrPercentage::Percentage { unit_value } => Ok(unit_value),
            NumberOrPercentage::Number { value } if !self.is_legacy.get() => Ok(value / 100.0),
            NumberOrPercentage::Number { .. } => Err(ParseError::unexpected_token()),
        }
    }

    fn parse_number_or_percentage(
        &self,
        input: &mut Parser<'_>,
    ) -> Result<NumberOrPercentage, ParseError<()>> {
        let finite = |value: f32| value.clamp(f32::MIN, f32::MAX);
        Ok(match *input.next()? {
            Token::Number { value, .. } => NumberOrPercentage::Number { value: finite(value) },
            Token::Percentage { unit_value, .. } => {
                NumberOrPercentage::Percentage { unit_value: finite(unit_value) }
            }
            _ => return Err(ParseError::unexpected_token()),
        })
    }
}

/// The [system color](https://drafts.csswg.org/css-color-4/#css-system-colors) of this name.
fn system(name: &str) -> Option<Color> {
    let is_it = |it: &str| it.eq_ignore_ascii_case(name);
    let (rgb, _) = SYSTEM_COLORS.iter().find(|(_, names)| names.split(' ').any(is_it))?;
    let [_, red, green, blue] = rgb.to_be_bytes();
    Some(Color { red, green, blue })
}

/// The system colors, deprecated ones included, of Chromium's light color scheme.
#[rustfmt::skip]
const SYSTEM_COLORS: [(u32, &str); 11] = [
    (0xffffff, "Canvas Field HighlightText SelectedItemText ActiveCaption AppWorkspace Background InactiveCaption \
                InfoBackground Menu Scrollbar Window"),
    (0x000000, "CanvasText ButtonText FieldText MarkText AccentColor AccentColorText CaptionText InfoText MenuText \
                WindowText"),
    (0x0000ee, "LinkText"),
    (0x551a8b, "VisitedText"),
    (0xff0000, "ActiveText"),
    (0xefefef, "ButtonFace ButtonHighlight ButtonShadow ThreeDFace"),
    (0x767676, "ButtonBorder ActiveBorder InactiveBorder ThreeDDarkShadow ThreeDHighlight ThreeDLightShadow \
                ThreeDShadow WindowFrame"),
    (0x0041c6, "Highlight"),
    (0x1967d2, "SelectedItem"),
    (0xffff00, "Mark"),
    (0x808080, "GrayText InactiveCaptionText"),
];

type Matrix = [[f64; 3]; 3];

/// Conversions between linear color spaces and [CIE XYZ with
/// D65](https://drafts.csswg.org/css-color-4/#color-conversion-code).
#[rustfmt::skip]
const SRGB_TO_XYZ: Matrix = [
    [506752.0 / 1228815.0, 87881.0 / 245763.0, 12673.0 / 70218.0],
    [87098.0 / 409605.0, 175762.0 / 245763.0, 12673.0 / 175545.0],
    [7918.0 / 409605.0, 87881.0 / 737289.0, 1001167.0 / 1053270.0],
];
#[rustfmt::skip]
const XYZ_TO_SRGB: Matrix = [
    [12831.0 / 3959.0, -329.0 / 214.0, -1974.0 / 3959.0],
    [-851781.0 / 878810.0, 1648619.0 / 878810.0, 36519.0 / 878810.0],
    [705.0 / 12673.0, -2585.0 / 12673.0, 705.0 / 667.0],
];
#[rustfmt::skip]
const DISPLAY_P3_TO_XYZ: Matrix = [
    [608311.0 / 1250200.0, 189793.0 / 714400.0, 198249.0 / 1000160.0],
    [35783.0 / 156275.0, 247089.0 / 357200.0, 198249.0 / 2500400.0],
    [0.0, 32229.0 / 714400.0, 5220557.0 / 5000800.0],
];
#[rustfmt::skip]
const XYZ_TO_DISPLAY_P3: Matrix = [
    [446124.0 / 178915.0, -333277.0 / 357830.0, -72051.0 / 178915.0],
    [-14852.0 / 17905.0, 63121.0 / 35810.0, 423.0 / 17905.0],
    [11844.0 / 330415.0, -50337.0 / 660830.0, 316169.0 / 330415.0],
];
#[rustfmt::skip]
const A98_TO_XYZ: Matrix = [
    [573536.0 / 994567.0, 263643.0 / 1420810.0, 187206.0 / 994567.0],
    [591459.0 / 1989134.0, 6239551.0 / 9945670.0, 374412.0 / 4972835.0],
    [53769.0 / 1989134.0, 351524.0 / 4972835.0, 4929758.0 / 4972835.0],
];
#[rustfmt::skip]
const REC2020_TO_XYZ: Matrix = [
    [63426534.0 / 99577255.0, 20160776.0 / 139408157.0, 47086771.0 / 278816314.0],
    [26158966.0 / 99577255.0, 472592308.0 / 697040785.0, 8267143.0 / 139408157.0],
    [0.0, 19567812.0 / 697040785.0, 295819943.0 / 278816314.0],
];
/// To XYZ with D50.
#[rustfmt::skip]
const PROPHOTO_TO_XYZ_D50: Matrix = [
    [0.797_766_644_900_642_3, 0.135_181_297_400_533_08, 0.031_347_734_128_392_2],
    [0.288_074_828_819_401_3, 0.711_835_234_241_873, 0.000_089_936_938_725_64],
    [0.0, 0.0, 0.825_104_602_510_460_2],
];
/// Bradford's chromatic adaptation.
#[rustfmt::skip]
const D50_TO_D65: Matrix = [
    [0.955_473_421_488_075, -0.023_098_454_948_764_71, 0.063_259_243_200_570_72],
    [-0.028_369_709_333_863_7, 1.009_995_398_081_304_1, 0.021_041_441_191_917_323],
    [0.012_314_014_864_481_998, -0.020_507_649_298_898_964, 1.330_365_926_242_124],
];
#[rustfmt::skip]
const OKLAB_TO_LMS: Matrix = [
    [1.0, 0.396_337_777_376_174_9, 0.215_803_757_309_913_6],
    [1.0, -0.105_561_345_815_658_6, -0.063_854_172_825_813_3],
    [1.0, -0.089_484_177_529_811_9, -1.291_485_548_019_409_2],
];
#[rustfmt::skip]
const LMS_TO_XYZ: Matrix = [
    [1.226_879_875_845_924_3, -0.557_814_994_460_217_1, 0.281_391_045_665_964_7],
    [-0.040_575_745_214_800_8, 1.112_286_803_280_317, -0.071_711_058_065_516_4],
    [-0.076_372_936_674_660_1, -0.421_493_332_402_243_2, 1.586_924_019_836_781_6],
];

fn multiply(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

fn number(component: Option<f32>) -> f64 {
    component.map_or(0.0, f64::from)
}

fn unit(component: u8) -> f64 {
    f64::from(component) / 255.0
}

fn units(rgb: RgbaLegacy) -> [f64; 3] {
    [rgb.red, rgb.green, rgb.blue].map(unit)
}

/// The linear component of an encoded one, by the transfer function of sRGB and Display P3.
fn linear(component: f64) -> f64 {
    let magnitude = component.abs();
    let linear = if magnitude <= 0.040_45 {
        magnitude / 12.92
    } else {
        ((magnitude + 0.055) / 1.055).powf(2.4)
    };
    linear.copysign(component)
}

fn to_xyz(space: PredefinedColorSpace, components: [f64; 3]) -> [f64; 3] {
    let power = |exponent: f64| components.map(|it| it.abs().powf(exponent).copysign(it));
    match space {
        PredefinedColorSpace::Srgb => multiply(&SRGB_TO_XYZ, components.map(linear)),
        PredefinedColorSpace::SrgbLinear => multiply(&SRGB_TO_XYZ, components),
        PredefinedColorSpace::DisplayP3 => multiply(&DISPLAY_P3_TO_XYZ, components.map(linear)),
        PredefinedColorSpace::DisplayP3Linear => multiply(&DISPLAY_P3_TO_XYZ, components),
        PredefinedColorSpace::A98Rgb => multiply(&A98_TO_XYZ, power(563.0 / 256.0)),
        PredefinedColorSpace::Rec2020 => multiply(&REC2020_TO_XYZ, power(2.4)),
        PredefinedColorSpace::ProphotoRgb => {
            let linear = components.map(|it| {
                if it.abs() <= 16.0 / 512.0 { it / 16.0 } else { it.abs().powf(1.8).copysign(it) }
            });
            multiply(&D50_TO_D65, multiply(&PROPHOTO_TO_XYZ_D50, linear))
        }
        PredefinedColorSpace::XyzD50 => multiply(&D50_TO_D65, components),
        PredefinedColorSpace::XyzD65 => components,
    }
}

/// The rectangular form of lightness, chroma and hue.
fn rectangular([lightness, chroma, hue]: [f64; 3]) -> [f64; 3] {
    let (sin, cos) = hue.to_radians().sin_cos();
    [lightness, chroma * cos, chroma * sin]
}

fn lab_to_xyz([lightness, a, b]: [f64; 3]) -> [f64; 3] {
    const KAPPA: f64 = 24389.0 / 27.0;
    const EPSILON: f64 = 216.0 / 24389.0;
    let y = (lightness + 16.0) / 116.0;
    let [x, y, z] = [y + a / 500.0, y, y - b / 200.0].map(|it| {
        let cube = it.powi(3);
        if cube > EPSILON { cube } else { (116.0 * it - 16.0) / KAPPA }
    });
    // The white point is D50.
    multiply(&D50_TO_D65, [x * 0.3457 / 0.3585, y, z * (1.0 - 0.3457 - 0.3585) / 0.3585])
}

fn oklab_to_xyz(lab: [f64; 3]) -> [f64; 3] {
    multiply(&LMS_TO_XYZ, multiply(&OKLAB_TO_LMS, lab).map(|it| it.powi(3)))
}
