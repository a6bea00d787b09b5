//! What a screen reader, a keyboard and weak eyes need, checked on the page as it is shown.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use thirtyfour::WebDriver;

/// Roles of things that someone operates: each needs a name.
const OPERATED: [&str; 15] = [
    "button",
    "checkbox",
    "combobox",
    "DisclosureTriangle",
    "link",
    "listbox",
    "menuitem",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "textbox",
    "treegrid",
];

/// Everything that stands in someone's way; empty if nothing does.
pub(crate) async fn complaints(driver: &WebDriver) -> Result<Vec<String>> {
    let found = driver.execute(include_str!("accessibility.js"), Vec::new()).await?;
    let mut complaints: Vec<String> = found.convert()?;
    let tree = driver.cdp().send_raw("Accessibility.getFullAXTree", json!({})).await?;
    let nodes = tree["nodes"].as_array().context("no accessibility tree")?;
    complaints.extend(nodes.iter().filter(|node| is_nameless(node)).map(|node| {
        let (role, id) = (&node["role"]["value"], &node["backendDOMNodeId"]);
        format!("no name for a screen reader: {role} (node {id})")
    }));
    Ok(complaints)
}

fn is_nameless(node: &Value) -> bool {
    let role = node["role"]["value"].as_str().unwrap_or_default();
    let focusable = node["properties"].as_array().is_some_and(|all| {
        all.iter().any(|property| property["name"] == "focusable" && property["value"]["value"] == true)
    });
    let needs = OPERATED.contains(&role) || (focusable && !matches!(role, "RootWebArea" | "generic"));
    let name = node["name"]["value"].as_str().unwrap_or_default();
    node["ignored"] != true && needs && name.trim().is_empty()
}
