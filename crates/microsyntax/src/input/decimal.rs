//! Decimal numbers, for steps: 0.3 is three steps of 0.1, though not in binary.

use alloc::format;

/// A decimal number: `mantissa` · 10^`exponent`, and the mantissa isn't a multiple of ten.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal {
    mantissa: i128,
    exponent: i32,
}

impl Decimal {
    /// Returns the shortest decimal number that is read as this finite `number`; at most 17 digits.
    pub(super) fn of(number: f64) -> Self {
        let text = format!("{number:e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut decimal = Self {
            mantissa: format!("{whole}{fraction}").parse().unwrap_or(0),
            exponent: exponent.parse().unwrap_or(0) - fraction.len() as i32,
        };
        if decimal.mantissa == 0 {
            decimal.exponent = 0;
        }
        while decimal.mantissa % 10 == 0 && decimal.mantissa != 0 {
            decimal.mantissa /= 10;
            decimal.exponent += 1;
        }
        decimal
    }

    /// Returns the product with a power of ten.
    pub(super) fn scaled(self, exponent: i32) -> Self {
        Self { exponent: self.exponent + exponent, ..self }
    }

    /// Whether the difference to `base` is a multiple of `step`.
    ///
    /// The exponents of doubles differ by up to 650, so numbers are brought to the same exponent only where they stay
    /// small, and otherwise computed modulo the mantissa of the step.
    pub(super) fn is_on_step(self, base: Self, step: Self) -> bool {
        // Zero is small with any exponent.
        let exponent = |it: Self| if it.mantissa == 0 { i32::MAX } else { it.exponent };
        let least = exponent(self).min(exponent(base));
        if least == i32::MAX {
            return true;
        }
        if step.exponent > least {
            // A multiple of the step is also one of a power of ten, to which only equal exponents can add up.
            if exponent(self) != exponent(base) {
                return false;
            }
            let difference = self.mantissa - base.mantissa;
            let power = 10_i128.checked_pow((step.exponent - least).unsigned_abs());
            return match power.and_then(|power| power.checked_mul(step.mantissa)) {
                Some(step) => difference % step == 0,
                None => difference == 0,
            };
        }
        let modulo = |it: Self| {
            let power = it.exponent.saturating_sub(step.exponent).max(0).unsigned_abs();
            it.mantissa % step.mantissa * power_modulo(power, step.mantissa) % step.mantissa
        };
        (modulo(self) - modulo(base)) % step.mantissa == 0
    }

    /// Returns the number nearest to `value` that is a whole number of `step`s from `base`, the greater one of two; `None`
    /// if that takes more digits than fit.
    pub(super) fn nearest_on_step(value: f64, base: f64, step: f64) -> Option<f64> {
        let [value, base, step] = [value, base, step].map(Self::of);
        let least = [value, base, step].map(|it| it.exponent).into_iter().min()?;
        let aligned = |it: Self| {
            let power = 10_i128.checked_pow((it.exponent - least).unsigned_abs())?;
            it.mantissa.checked_mul(power)
        };
        let (value, base, step) = (aligned(value)?, aligned(base)?, aligned(step)?);
        let steps = value.checked_sub(base)?.checked_mul(2)?.checked_add(step)?;
        let steps = steps.div_euclid(step.checked_mul(2)?);
        let mantissa = base.checked_add(steps.checked_mul(step)?)?;
        format!("{mantissa}e{least}").parse().ok()
    }
}

/// Returns 10^`exponent` modulo `modulus`, which is below 2⁶³.
fn power_modulo(exponent: u32, modulus: i128) -> i128 {
    let (mut result, mut square, mut rest) = (1 % modulus, 10 % modulus, exponent);
    while rest > 0 {
        if rest % 2 == 1 {
            result = result * square % modulus;
        }
        square = square * square % modulus;
        rest /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn steps_are_counted_exactly() {
        #[rustfmt::skip]
        let cases = [
            (0.3, 0.0, 0.1, true),
            (0.35, 0.0, 0.1, false),
            (1.1, -0.1, 0.3, true),
            (1e300, 0.0, 1e-300, true),
            (1e300, 1e-300, 1e-300, true),
            (1e300, 1e-300, 2e-300, false),
            (1e-300, 0.0, 1e300, false),
            (1e-300, 1e-300, 1e300, true),
            (1e300, 0.0, 3.0, false),
            (3e300, 0.0, 3.0, true),
            (12.0, 2.0, 10.0, true),
            (30.0, 10.0, 20.0, true),
            (31.0, 11.0, 20.0, true),
            (31.0, 11.0, 200.0, false),
            (-7.0, 3.0, 5.0, true),
            (0.0, 0.0, 5.0, true),
            (f64::MAX, f64::MIN, 7.0, false),
        ];
        for (value, base, step, expected) in cases {
            let found = Decimal::of(value).is_on_step(Decimal::of(base), Decimal::of(step));
            assert_eq!(found, expected, "{value} from {base} by {step}");
        }
    }
}
