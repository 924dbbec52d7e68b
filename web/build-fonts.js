/**
 * Makes the page's fonts out of their packages: subsets as WOFF2 for the page, as TTF for `whistlestop map print`, and the
 * letters of the board's faces as widths and outlines for `whistlestop map draw`, which so measures and draws what the page
 * shows (docs/decisions/0014).
 */
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { Blob, Face, Font } from "harfbuzzjs";
import subsetFont from "subset-font";

const PACKAGES = new URL("node_modules/@expo-google-fonts/", import.meta.url);
const PAGE = new URL("fonts/", import.meta.url);
const BOARD = new URL("../src/whistlestop/draw/fonts/", import.meta.url);

const FACES = [
  { name: "fira-sans-400", file: "fira-sans/400Regular/FiraSans_400Regular.ttf" },
  { name: "fira-sans-600", file: "fira-sans/600SemiBold/FiraSans_600SemiBold.ttf", board: "plain" },
  { name: "rokkitt-700", file: "rokkitt/700Bold/Rokkitt_700Bold.ttf", board: "display" },
];
const LICENCES = { "fira-sans": "fira-sans/LICENSE_FONT", rokkitt: "rokkitt/LICENSE_FONT" };

/** All of Latin-1, which has Portuguese; Polish and Romanian; names from next door; what typesetters use. */
const LETTERS = [
  range(0x20, 0x7e),
  range(0xa0, 0xac), // without the hyphen that is not seen
  range(0xae, 0xff),
  "ĄąĆćĘęŁłŃńŚśŹźŻż",
  "ĂăȘșȚțŞşŢţ",
  "ČčĎďĐđĚěĞğİıŇňŐőŒœŘřŠšŤťŮůŰűŽž",
  "–—‘’‚“”„†•…‹›€−",
].join("");
/** Kerning, figures of one width, and letters that depend on the language. */
const FEATURES = ["kern", "tnum", "locl"];

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");
}

/** Every letter's width, highest and lowest point (y upwards) and outline (y downwards, as SVG has it), in the face's units. */
function lettersOf(name, sfnt) {
  const face = new Face(new Blob(sfnt));
  const font = new Font(face);
  const letters = {};
  for (const letter of LETTERS) {
    const glyph = font.nominalGlyph(letter.codePointAt(0));
    if (glyph === undefined) throw new Error(`${name} has no ${letter}`);
    const { yBearing, height } = font.glyphExtents(glyph);
    letters[letter] = [font.glyphHAdvance(glyph), yBearing, yBearing + height, outline(font.glyphToJson(glyph))];
  }
  return { units: face.upem, cap_height: letters["H"][1], letters };
}

/** A path of relative commands only, so that it can be put anywhere. */
function outline(commands) {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let path = "";
  for (const { type, values } of commands) {
    if (type === "Z") {
      [x, y] = [startX, startY];
      path += "z";
      continue;
    }
    const moved = values.map((value, i) => (i % 2 ? -value - y : value - x));
    [x, y] = [values.at(-2), -values.at(-1)];
    if (type === "M") [startX, startY] = [x, y];
    if (type === "L" && moved[1] === 0) path += `h${moved[0]}`;
    else if (type === "L" && moved[0] === 0) path += `v${moved[1]}`;
    else path += type.toLowerCase() + moved.map((value, i) => (i && value >= 0 ? ` ${value}` : `${value}`)).join("");
  }
  return path;
}

for (const folder of [PAGE, BOARD]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, file] of Object.entries(LICENCES)) {
    await copyFile(new URL(file, PACKAGES), new URL(`${name}-licence.txt`, folder));
  }
}
for (const { name, file, board } of FACES) {
  const whole = await readFile(new URL(file, PACKAGES));
  const make = (targetFormat) => subsetFont(whole, LETTERS, { targetFormat, keepFeatures: FEATURES, noHinting: true });
  await writeFile(new URL(`${name}.woff2`, PAGE), await make("woff2"));
  const sfnt = await make("sfnt");
  await writeFile(new URL(`${name}.ttf`, BOARD), sfnt);
  if (board) await writeFile(new URL(`${board}.json`, BOARD), JSON.stringify(lettersOf(name, sfnt)));
}
