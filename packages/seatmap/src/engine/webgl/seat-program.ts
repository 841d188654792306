import { paletteSlot, paletteSlots } from './uniforms.ts'

/**
 * Seats are styled here, from state bytes, a palette and filter masks: a recolour or a filter uploads nothing per seat.
 * One source serves quads (four vertices a seat, corner from the vertex number; no instancing, which software renderers
 * draw ten times slower) and points. Whatever is the same for a whole seat is worked out a vertex, not a pixel, and a quad
 * is no larger than what its seat shows.
 */
const common = `#version 300 es
precision highp float;
precision highp int;
uniform float uSeat;
uniform float uResolution;
`

/** What a seat is to the visitor, out of its four state bytes: `seat` is state, band, type, flags. */
export const seatReading = `
uniform int uBands;
uniform int uTypes;
uniform int uFlags;
uniform vec4 uPalette[${paletteSlots}];
uniform vec4 uInk[${paletteSlots}];
ivec4 read(vec4 bytes) { return ivec4(bytes * 255.0 + 0.5); }
bool dimmed(ivec4 seat) {
  bool passes = ((uBands >> min(seat.y, 15)) & 1) == 1 && ((uTypes >> min(seat.z, 15)) & 1) == 1 && (seat.w & uFlags) == uFlags;
  return !passes && seat.x != 2 && seat.x != 3;
}
int slotOf(ivec4 seat) { return seat.x >= 2 ? ${paletteSlot.selected} : seat.x == 1 ? ${paletteSlot.taken} : min(seat.y, 15); }
`

/** Size of a glyph's cell in the atlas, pixels. */
export const glyphCell = 64

type Glyphs = { readonly columns: number; readonly lines: number; readonly bands: number; readonly tick: number }

export const seatVertex = (points: boolean, glyphs: Glyphs): string => `${common}
in vec2 aPosition;
in vec4 aState;
uniform vec3 uCamera;
uniform vec2 uSize;
uniform int uDetail;
${seatReading}
out vec2 vPoint;
flat out vec3 vColour;
/* Disc, hole, island in the hole: diameters from the middle to the edge; how much the hole takes away. */
flat out vec4 vRings;
/* Opacity, and the size of what the quad shows. */
flat out vec2 vShown;
${
  points
    ? ''
    : `
flat out vec3 vInk;
flat out float vMarked;
out vec4 vGlyphs;
flat out vec4 vCells;
flat out vec2 vLods;

/* Where a corner lies in a glyph of this height round this place: 0 to 1 is inside. */
vec2 inGlyph(vec2 at, vec2 middle, float height) { return (at - middle) / height + 0.5; }
vec2 cellOf(int id) { return vec2(float(id % ${glyphs.columns}), float(id / ${glyphs.columns})); }
float lodOf(float height) { return max(0.0, log2(${glyphCell}.0 / (height * uSeat * uResolution))); }
`
}
void main() {
  ivec4 seat = read(aState);
  bool dim = dimmed(seat);
  vColour = uPalette[slotOf(seat)].rgb;
  vShown.x = 1.0;
  if (seat.x == 1) {
    /* Taken: a small hollow dot. */
    vRings = vec4(0.2, 0.12, -1.0, uSeat > 9.0 ? 1.0 : 0.0);
    if (dim) vShown.x = 0.5;
  } else if (seat.x == 3) {
    /* In the basket already: hollow, ringed. */
    vRings = vec4(0.5, 0.38, -1.0, 0.8);
  } else if (seat.x == 2) {
    vRings = vec4(0.64, 0.56, 0.46, 1.0);
  } else {
    vRings = vec4(dim ? 0.3 : 0.5, -1.0, -1.0, 0.0);
    if (dim) vShown.x = 0.3;
  }
  /* Room for the soft edge. */
  vShown.y = vRings.x + 0.6 / (uSeat * uResolution);
  vec2 middle = aPosition * uCamera.x + uCamera.yz;
  ${
    points
      ? 'vPoint = vec2(0.0);\n  gl_PointSize = uSeat * vShown.y * 2.0 * uResolution;'
      : `
  vPoint = (vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) * 2.0 - 1.0) * vShown.y;
  middle += vPoint * uSeat;
  vInk = seat.x == 3 ? vColour : uInk[slotOf(seat)].rgb;
  vMarked = seat.x == 1 || dim ? 0.0 : smoothstep(8.0, 11.0, uSeat);
  bool low = uDetail == 1;
  vec2 place = low ? vec2(0.0, -0.27) : vec2(0.0);
  /* A type that nobody knows is drawn as a plain seat. */
  bool typed = seat.x == 0 && seat.z != 0 && seat.z < ${glyphs.bands};
  bool both = typed && low;
  float height = both ? 0.36 : typed ? 0.68 : low ? 0.33 : 0.6;
  vec2 shift = both ? vec2(-0.16, 0.03) : vec2(0.0);
  int letter = ${glyphs.bands} + min(seat.y, ${glyphs.tick - glyphs.bands - 1});
  vGlyphs = vec4(inGlyph(vPoint, place + shift, height), both ? inGlyph(vPoint, place + vec2(0.17, 0.03), 0.3) : vec2(-1.0));
  vCells = vec4(cellOf(seat.x != 0 ? ${glyphs.tick} : typed ? seat.z : letter), cellOf(letter));
  vLods = vec2(lodOf(height), lodOf(0.3));`
  }
  gl_Position = seat.x == 4 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(middle / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
`

export const seatFragment = (points: boolean, { columns, lines }: Glyphs): string => `${common}
in vec2 vPoint;
flat in vec3 vColour;
flat in vec4 vRings;
flat in vec2 vShown;
${
  points
    ? ''
    : `
uniform sampler2D uGlyphs;
flat in vec3 vInk;
flat in float vMarked;
in vec4 vGlyphs;
flat in vec4 vCells;
flat in vec2 vLods;

/* The level of detail is given, not derived from neighbours: so most pixels need not sample at all. */
float glyph(vec2 inside, vec2 cell, float lod) {
  if (any(lessThan(inside, vec2(0.0))) || any(greaterThan(inside, vec2(1.0)))) return 0.0;
  return textureLod(uGlyphs, (cell + inside) / vec2(${columns}.0, ${lines}.0), lod).a;
}
`
}
out vec4 finalColor;
void main() {
  vec2 at = ${points ? '(gl_PointCoord - 0.5) * 2.0 * vShown.y' : 'vPoint'};
  float away = length(at);
  float sharp = uSeat * uResolution / 1.1;
  float shape = clamp((vRings.x - away) * sharp + 0.5, 0.0, 1.0);
  if (vRings.w > 0.0)
    shape -= vRings.w * (clamp((vRings.y - away) * sharp + 0.5, 0.0, 1.0) - clamp((vRings.z - away) * sharp + 0.5, 0.0, 1.0));
  shape *= vShown.x;
  vec3 colour = vColour;
${
  points
    ? ''
    : `
  if (vMarked > 0.0) {
    float mark = max(glyph(vGlyphs.xy, vCells.xy, vLods.x), glyph(vGlyphs.zw, vCells.zw, vLods.y)) * vMarked;
    colour = mix(colour, vInk, mark);
    /* Upon a hollow seat the glyph has no ground but the house. */
    if (vRings.w > 0.0 && vRings.w < 1.0) shape = max(shape, mark);
  }`
}
  finalColor = vec4(colour, 1.0) * shape;
}
`
