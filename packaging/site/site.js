// SPDX-License-Identifier: BSD-3-Clause
// The menu of small screens, and the search. Names of functions are looked for as they are typed, in the middle of words, too.
"use strict";

const root = document.currentScript.dataset.root;
const menu = document.getElementById("menu");
const menuButton = document.getElementById("menu-button");
const query = document.getElementById("query");
const found = document.getElementById("found");
const MOST_SHOWN = 12;

menuButton.addEventListener("click", () => {
    const open = menu.classList.toggle("open");
    menuButton.setAttribute("aria-expanded", String(open));
});

/** The index comes with the first search. As a script, because pages that lie on a disk may read nothing else. */
let index = null;
function withIndex(use) {
    if (index) return use();
    const script = document.createElement("script");
    script.src = `${root}/search_index.js`;
    script.addEventListener("load", () => { index = window.weftSearchIndex; use(); });
    document.head.append(script);
}

/** How well a section answers: all words are there; in its title they count more, and most where they are all of it. The
 *  title may be the beginning of a name, too, such as that of put_vara_float. */
function score(section, words) {
    let sum = 0;
    for (const word of words) {
        const inTitle = section.title.toLowerCase().indexOf(word);
        if (inTitle < 0 && !section.lower.includes(word)) return 0;
        const titled = inTitle >= 0 ? 10 : word.startsWith(section.title) ? 8 : 1;
        sum += section.title.length === word.length ? 2 * titled : titled;
    }
    return sum;
}

function excerpt(section, word) {
    const at = Math.max(0, section.lower.indexOf(word) - 60);
    return (at > 0 ? "… " : "") + section.text.slice(at, at + 160);
}

function show() {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    found.replaceChildren();
    found.hidden = words.length === 0;
    if (found.hidden) return;
    for (const section of index) section.lower ??= section.text.toLowerCase();
    const hits = index.map((section) => ({section, score: score(section, words)})).filter((hit) => hit.score > 0);
    hits.sort((a, b) => b.score - a.score);
    for (const {section} of hits.slice(0, MOST_SHOWN)) {
        const link = Object.assign(document.createElement("a"), {href: `${root}/${section.location}`});
        link.textContent = section.page === section.title ? section.title : `${section.page}: ${section.title}`;
        const text = Object.assign(document.createElement("p"), {textContent: excerpt(section, words[0])});
        const item = document.createElement("li");
        item.append(link, text);
        found.append(item);
    }
    if (hits.length === 0) found.append(Object.assign(document.createElement("li"), {textContent: "Nothing is found."}));
}

query.addEventListener("input", () => withIndex(show));
document.getElementById("search").addEventListener("submit", (event) => {
    event.preventDefault();
    found.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") found.hidden = true;
    if (event.key === "/" && document.activeElement !== query) { event.preventDefault(); query.focus(); }
});
