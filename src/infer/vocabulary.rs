//! Vocabularies of published models, which tell a whole embedding from a slice.

/// Llama 1 and 2, Llama 3, CodeLlama and padded Llama 2, Yi, ChatGLM 2 and 3, GLM 4, Qwen 1.5 to 3
/// (three paddings), Baichuan 1 and 2, InternLM 1 and 2, DeepSeek LLM, Coder and V2, V3, GPT-2, Bloom,
/// Mixtral 8x22B, Telechat.
const KNOWN: [u64; 21] = [
    32_000, 128_256, 32_016, 32_064, 64_000, 65_024, 151_552, 151_936, 152_064, 151_851, 125_696, 103_168,
    92_544, 102_400, 32_256, 129_280, 50_257, 250_880, 32_768, 160_256, 131_072,
];

/// Whether a published model has that many tokens.
pub(super) fn is_vocabulary(tokens: u64) -> bool {
    KNOWN.contains(&tokens)
}
