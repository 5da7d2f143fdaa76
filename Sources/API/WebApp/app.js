"use strict";
// The start page: one capture at a time, its candidates, and the records so far.

const element = (id) => document.getElementById(id);

/** The capture whose candidates are shown; an answer for another one is dropped. */
let shown = null;
/** Counts submissions, so that a late answer to an earlier photo is told from the current one. */
let submission = 0;
let nextPage = null;

/** Shows a sentence, and perhaps a button that does something about it. */
function say(text, isError = false, ...buttons) {
  element("message").replaceChildren(text, ...buttons);
  element("message").classList.toggle("error", isError);
}

/** Where this browser keeps the access token, when the service wants one. */
const tokenKey = "turnstone-token";

/** Sends a request with the token, if there is one; asks the person for one when the service wants it. */
async function send(method, path, options = {}) {
  const token = localStorage.getItem(tokenKey);
  const headers = token ? { ...options.headers, Authorization: `Bearer ${token}` } : options.headers;
  const response = await fetch(path, { method, ...options, headers });
  if (response.status === 401) askForToken();
  return response;
}

function askForToken() {
  if (!element("access").hidden) return;
  element("access").hidden = false;
  element("token").focus();
}

/** Where all may read, nothing asks for a token by itself: who has one says so, and can take it back. */
function showSign() {
  element("sign").textContent = localStorage.getItem(tokenKey) ? "Forget the access token" : "Use an access token";
}

/** The bytes of an answer as an address for a picture or a download. */
async function addressOf(path) {
  const response = await send("GET", path);
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return URL.createObjectURL(await response.blob());
}

/** Sends a request; a problem+json answer becomes an Error with its detail. */
async function call(method, path, options = {}) {
  const response = await send(method, path, options);
  if (response.status === 204) return null;
  const body = await response.json();
  if (!response.ok) {
    const error = new Error(body.detail || body.title || `The service answered ${response.status}.`);
    throw Object.assign(error, { status: response.status });
  }
  return body;
}

function make(name, properties = {}, ...children) {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  return node;
}

function meters(distance) {
  if (distance === undefined || distance === null) return "";
  return distance < 1000 ? `${Math.round(distance)} m` : `${(distance / 1000).toFixed(1)} km`;
}

/** What is improbable is not impossible. */
function percent(score) {
  return score < 0.005 ? "< 1 %" : `${Math.round(score * 100)} %`;
}

/** What a range says, in a few words; the evidence has the sentence. */
const ranges = {
  present: "to be expected here now", otherSeason: "here in another season", edge: "at the edge of its range",
  absent: "not known from here", unknown: "range unknown",
};

/** A taxon above species is told by its rank: "genus"; a place of one's own as such. */
function kindOf(candidate) {
  if (candidate.savedPlaceID) return "your place";
  const isHigher = candidate.kind === "species" && candidate.taxonRank && !["species", "subspecies"].includes(candidate.taxonRank);
  return isHigher ? candidate.taxonRank : candidate.kind;
}

/** "Bench × 8": one of eight that no name tells apart. */
function nameOf(candidate) {
  const isNameless = candidate.evidence.some((line) => line.kind === "alike");
  return isNameless && candidate.joined ? `${candidate.name} × ${candidate.joined.length + 1}` : candidate.name;
}

function showCapture(capture) {
  shown = capture;
  element("answer").hidden = false;
  element("sources").textContent = capture.sources
    .map((source) => `${source.name}: ${source.state}${source.message ? ` (${source.message})` : ""}, ${Math.round(source.milliseconds)} ms`)
    .join(" · ");
  element("notices").replaceChildren(...capture.notices.map((notice) => make("li", { textContent: notice })));
  element("candidates").replaceChildren(...capture.candidates.map((candidate, index) => {
    const choice = make("input", { type: "radio", name: "candidate", value: candidate.id, checked: index === 0 });
    const about = [kindOf(candidate), meters(candidate.distanceInMeters), candidate.context, ranges[candidate.rangeStatus]]
      .filter(Boolean).join(" · ");
    const evidence = candidate.evidence.map((line) =>
      make("li", { textContent: `${line.text} (${line.weight >= 0 ? "+" : "−"}${Math.abs(line.weight).toFixed(1)})` }));
    const single = (candidate.joined ?? []).filter((place) => place.id).map((place) =>
      make("li", {}, make("label", {},
        make("input", { type: "radio", name: "candidate", value: place.id }), make("span", { textContent: place.name }))));
    return make("li", {},
      make("label", {}, choice,
        make("span", {}, nameOf(candidate), make("small", { textContent: about }),
          make("meter", { value: candidate.score, min: 0, max: 1 })),
        make("span", { textContent: percent(candidate.score) })),
      ...(single.length ? [make("details", { className: "single" }, make("summary", { textContent: "Which one" }), make("ul", {}, ...single))] : []),
      make("details", {}, make("summary", { textContent: "Why" }), make("ul", {}, ...evidence)));
  }));
  element("answer").scrollIntoView({ behavior: "smooth" });
}

function hideCapture() {
  shown = null;
  element("answer").hidden = true;
  element("capture").reset();
  element("confirmation").reset();
}

element("capture").addEventListener("submit", async (event) => {
  event.preventDefault();
  const mine = ++submission;
  const form = new FormData();
  const photo = element("photo").files[0];
  if (photo) form.append("photo", photo);
  for (const [field, id] of [["decimalLatitude", "latitude"], ["decimalLongitude", "longitude"], ["coordinateUncertaintyInMeters", "uncertainty"]]) {
    const value = element(id).value.trim().replace(",", ".");
    if (value) form.append(field, value);
  }
  form.append("lang", navigator.languages.join(","));
  const button = event.submitter;
  button.disabled = true;
  say("Looking …");
  try {
    const capture = await call("POST", "/v1/captures", { body: form });
    if (mine !== submission) return;
    say("");
    showCapture(capture);
  } catch (error) {
    if (mine === submission) say(error.message, true);
  } finally {
    button.disabled = false;
  }
});

element("confirmation").addEventListener("submit", async (event) => {
  event.preventDefault();
  const capture = shown;
  if (!capture) return;
  const ownName = element("own-name").value.trim();
  const chosen = document.querySelector("#candidates input:checked");
  const answer = ownName ? { name: ownName, kind: element("own-kind").value } : chosen ? { candidateId: chosen.value } : null;
  if (!answer) { say("Choose a candidate or write a name.", true); return; }
  const remarks = element("remarks").value.trim();
  if (remarks) answer.occurrenceRemarks = remarks;
  answer.geoprivacy = element("geoprivacy").value;
  try {
    const record = await call("POST", `/v1/captures/${capture.id}/confirmation`, {
      headers: { "Content-Type": "application/json" }, body: JSON.stringify(answer),
    });
    say(`Stored: ${titleOf(record)}.`);
    hideCapture();
    element("records-title").focus();
    await listRecords();
  } catch (error) {
    say(error.message, true);
  }
});

element("cancel").addEventListener("click", async () => {
  if (!shown) return;
  try {
    await call("DELETE", `/v1/captures/${shown.id}`);
    say("Cancelled; nothing was stored.");
    hideCapture();
  } catch (error) {
    say(error.message, true);
  }
});

element("locate").addEventListener("click", () => {
  if (!navigator.geolocation) { say("This browser gives no position. Type it in.", true); return; }
  navigator.geolocation.getCurrentPosition(
    (position) => {
      element("latitude").value = position.coords.latitude.toFixed(6);
      element("longitude").value = position.coords.longitude.toFixed(6);
      element("uncertainty").value = Math.ceil(position.coords.accuracy);
    },
    (error) => say(`No position: ${error.message}. Type it in.`, true),
    { enableHighAccuracy: true, timeout: 15000 });
});

/** A picture is fetched by the script when there is a token, as a browser sends none of itself. */
function thumbnail(record) {
  const path = `/v1/records/${record.occurrenceID}/photo?size=120`;
  if (!localStorage.getItem(tokenKey)) return make("img", { src: path, alt: "", loading: "lazy" });
  const picture = make("img", { alt: "" });
  picture.addEventListener("load", () => URL.revokeObjectURL(picture.src));
  addressOf(path).then((address) => { picture.src = address; }, () => {});
  return picture;
}

/** The public is not told the name of what would give its place away. */
function titleOf(record) {
  return record.name || `${record.kind}, name withheld`;
}

/** What others see of the place, in words; nothing for an open record. */
// From where the offset of a time is known, when neither person nor photo stated it.
const zones = {
  position: "in the zone of the place",
  longitude: "zone guessed by the longitude",
  server: "time of arrival",
  unknown: "zone unknown",
};
const privacies = { obscured: "place obscured for others", private: "place hidden from others" };

function geoprivacyChoice(record, row) {
  const choice = make("select", {}, ...["open", "obscured", "private"].map((word) =>
    make("option", { value: word, textContent: word, selected: word === record.geoprivacy })));
  choice.setAttribute("aria-label", `Who may see the place of ${titleOf(record)}`);
  choice.addEventListener("change", () => editRecord(record, { geoprivacy: choice.value }, row));
  return choice;
}

async function editRecord(record, members, row) {
  try {
    const changed = await call("PATCH", `/v1/records/${record.occurrenceID}`, {
      headers: { "Content-Type": "application/merge-patch+json", "If-Match": `"${record.revision}"` },
      body: JSON.stringify(members),
    });
    say("Changed.");
    replaceRow(row, changed);
  } catch (error) {
    say(error.message, true);
    // Somebody else was quicker: their version is shown, to be edited anew.
    if (error.status === 412) replaceRow(row, await call("GET", `/v1/records/${record.occurrenceID}`));
  }
}

/** Shows a record anew; who was in its row with the keyboard stays there. */
function replaceRow(row, record) {
  const hadFocus = row.contains(document.activeElement);
  const fresh = recordRow(record);
  row.replaceWith(fresh);
  if (hadFocus) fresh.querySelector("button")?.focus();
}

/** The form that takes the place of a row; it sends what was changed in it, and nothing else. */
function editForm(record, row) {
  const isSpecies = record.kind === "species";
  const name = make("input", { value: record.name, required: true, maxLength: 500 });
  const scientific = make("input", { value: record.scientificName || "", maxLength: 500 });
  const notes = make("textarea", { value: record.occurrenceRemarks || "", rows: 3, maxLength: 10000 });
  const cancel = make("button", { type: "button", textContent: "Cancel" });
  const form = make("form", { className: "edit" },
    make("label", {}, "Name", name),
    ...(isSpecies ? [make("label", {}, "Scientific name", scientific)] : []),
    make("label", {}, "Notes", notes),
    make("div", { className: "row" }, make("button", { type: "submit", className: "primary", textContent: "Save" }), cancel));
  const item = make("li", {}, form);
  cancel.addEventListener("click", () => replaceRow(item, record));
  form.addEventListener("keydown", (event) => { if (event.key === "Escape") replaceRow(item, record); });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const members = {};
    if (name.value.trim() !== record.name) members.name = name.value.trim();
    if (isSpecies && scientific.value.trim() !== (record.scientificName || "")) members.scientificName = scientific.value.trim() || null;
    if (notes.value !== (record.occurrenceRemarks || "")) members.occurrenceRemarks = notes.value.trim() ? notes.value : null;
    if (Object.keys(members).length === 0) replaceRow(item, record);
    else await editRecord(record, members, item);
  });
  row.replaceWith(item);
  name.focus();
}

/** Deletes a record; where the service keeps it for a while, it can be taken back. */
async function deleteRecord(record) {
  const path = `/v1/records/${record.occurrenceID}`;
  try {
    await call("DELETE", path, { headers: { "If-Match": `"${record.revision}"` } });
    const last = (await call("GET", "/v1/deleted-records?limit=1")).records[0];
    if (last && last.record.occurrenceID === record.occurrenceID) {
      const undo = make("button", { type: "button", textContent: "Undo" });
      undo.addEventListener("click", async () => {
        try {
          await call("POST", `${path}/restoration`);
          say("Restored.");
          element("records-title").focus();
          await listRecords();
        } catch (error) {
          say(error.message, true);
        }
      });
      say(`Deleted; it can be restored until ${new Date(last.restorableUntil).toLocaleString()}. `, false, undo);
      undo.focus();
    } else {
      say("Deleted, with its photo.");
      element("records-title").focus();
    }
  } catch (error) {
    say(error.message, true);
  }
  await listRecords().catch((error) => say(error.message, true));
}

function recordRow(record) {
  const picture = record.photo ? thumbnail(record) : make("span");
  const place = record.computed && record.computed.address ? record.computed.address : "";
  const row = make("li", {}, picture,
    make("span", {}, titleOf(record),
      make("small", {
        textContent: [record.eventDate, zones[record.timeZoneSource], record.kind, privacies[record.publicGeoprivacy || record.geoprivacy]]
          .filter(Boolean).join(" · "),
      }),
      make("small", { textContent: place }),
      make("small", { textContent: record.occurrenceRemarks || "" })));
  // What the public is shown has no revision, and is not its to change.
  if (record.revision === undefined) return row;
  const edit = make("button", { type: "button", textContent: "Edit" });
  edit.addEventListener("click", () => editForm(record, row));
  const remove = make("button", { type: "button", textContent: "Delete" });
  remove.addEventListener("click", () => {
    if (window.confirm(`Delete "${record.name}" and its photo?`)) deleteRecord(record);
  });
  row.append(make("span", { className: "row" }, geoprivacyChoice(record, row), edit, remove));
  return row;
}

async function listRecords(path = "/v1/records?limit=20") {
  const isFirst = path === "/v1/records?limit=20";
  const page = await call("GET", path);
  const rows = page.records.map(recordRow);
  if (isFirst) element("records").replaceChildren(...rows);
  else element("records").append(...rows);
  const count = page.numberMatched;
  element("count").textContent = count === undefined ? "" : count === 1 ? "1 record." : `${count} records.`;
  nextPage = page.next || null;
  element("more").hidden = !nextPage;
}

element("export").addEventListener("click", async (event) => {
  const link = event.target.closest("a");
  if (!link || !localStorage.getItem(tokenKey)) return;
  event.preventDefault();
  try {
    const address = await addressOf(link.href);
    make("a", { href: address, download: link.dataset.file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  } catch (error) {
    say(error.message, true);
  }
});

element("access").addEventListener("submit", async (event) => {
  event.preventDefault();
  localStorage.setItem(tokenKey, element("token").value.trim());
  element("access").reset();
  element("access").hidden = true;
  showSign();
  say("");
  await listRecords().catch((error) => say(error.message, true));
});

element("sign").addEventListener("click", async () => {
  if (!localStorage.getItem(tokenKey)) { askForToken(); return; }
  localStorage.removeItem(tokenKey);
  showSign();
  hideCapture();
  // What only the token's bearer sees goes with it.
  element("records").replaceChildren();
  element("count").textContent = "";
  await listRecords().catch((error) => say(error.message, true));
});

showSign();
element("more").addEventListener("click", () => listRecords(nextPage).catch((error) => say(error.message, true)));
listRecords().catch((error) => say(error.message, true));
