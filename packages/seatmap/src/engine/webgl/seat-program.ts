/**
 * Seats are styled here, from state bytes, a palette and filter masks: a recolour or a filter uploads nothing per seat.
 * One source serves quads (four vertices a seat, corner from the vertex number; no instancing, which software renderers
 * draw ten times slower) and points.
 */
const common = `#version 300 es
precision highp float;
precision highp int;
uniform float uSeat;
uniform float uResolution;
`

/** The quad reaches this many seat diameters from the middle: room for the outline of a chosen seat. */
export const quadReach = 0.68

/** Palette slots after the nine bands. */
export const paletteSlot = { taken: 9, selected: 10, house: 11, houseInk: 12 } as const
export const paletteSlots = 16

export const seatVertex = (points: boolean): string => `${common}
in vec2 aPosition;
in vec4 aState;
uniform vec3 uCamera;
uniform vec2 uSize;
uniform int uBands;
uniform int uTypes;
uniform int uFlags;
uniform vec4 uPalette[${paletteSlots}];
out vec2 vPoint;
flat out int vState;
flat out int vBand;
flat out int vType;
flat out int vDim;
flat out vec3 vColour;
flat out vec3 vInk;

float luminance(vec3 colour) { return dot(pow(colour, vec3(2.2)), vec3(0.2126, 0.7152, 0.0722)) + 0.05; }

vec3 inkOn(vec3 ground) {
  vec3 dark = uPalette[${paletteSlot.house}].rgb;
  vec3 light = uPalette[${paletteSlot.houseInk}].rgb;
  float l = luminance(ground);
  float d = luminance(dark);
  float h = luminance(light);
  return max(l, d) / min(l, d) > max(l, h) / min(l, h) ? dark : light;
}

void main() {
  ivec4 seat = ivec4(aState * 255.0 + 0.5);
  vState = seat.x;
  vBand = min(seat.y, 15);
  vType = seat.z;
  bool passes = ((uBands >> vBand) & 1) == 1 && ((uTypes >> vType) & 1) == 1 && (seat.w & uFlags) == uFlags;
  vDim = passes || vState == 2 || vState == 3 ? 0 : 1;
  // Once a corner, not once a pixel: software renderers feel every power of a large seat.
  vColour = uPalette[vState >= 2 ? ${paletteSlot.selected} : vState == 1 ? ${paletteSlot.taken} : vBand].rgb;
  vInk = vState == 3 ? vColour : inkOn(vColour);
  vec2 middle = aPosition * uCamera.x + uCamera.yz;
  vPoint = vec2(0.0);
  ${
    points
      ? `gl_PointSize = uSeat * ${(quadReach * 2).toFixed(3)} * uResolution;`
      : `vec2 corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) * 2.0 - 1.0;
  vPoint = corner * ${quadReach};
  middle += vPoint * uSeat;`
  }
  gl_Position = vState == 4 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(middle / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
`

export const seatFragment = (points: boolean, columns: number, lines: number, glyphs: { bands: number; tick: number }): string => `${common}
uniform int uDetail;
uniform sampler2D uGlyphs;
in vec2 vPoint;
flat in int vState;
flat in int vBand;
flat in int vType;
flat in int vDim;
flat in vec3 vColour;
flat in vec3 vInk;
out vec4 finalColor;

float disc(float away, float radius, float soft) { return clamp((radius - away) / soft + 0.5, 0.0, 1.0); }

float glyph(int id, vec2 at, vec2 middle, float height) {
  vec2 inside = (at - middle) / height + 0.5;
  vec2 cell = vec2(float(id % ${columns}), float(id / ${columns}));
  // Sampled outside of any branch on the position, so that the mip level is right at the edge.
  float ink = texture(uGlyphs, (cell + clamp(inside, 0.0, 1.0)) / vec2(${columns}.0, ${lines}.0)).a;
  return all(greaterThanEqual(inside, vec2(0.0))) && all(lessThanEqual(inside, vec2(1.0))) ? ink : 0.0;
}

void main() {
  vec2 at = ${points ? `(gl_PointCoord - 0.5) * ${(quadReach * 2).toFixed(3)}` : 'vPoint'};
  float away = length(at);
  float soft = 1.1 / (uSeat * uResolution);
  bool chosen = vState == 2 || vState == 3;
  vec3 colour = vColour;
  float shape;
  if (vState == 1) {
    // Taken: a small hollow dot.
    shape = disc(away, 0.2, soft) - (uSeat > 9.0 ? disc(away, 0.12, soft) : 0.0);
    if (vDim == 1) shape *= 0.5;
  } else if (vState == 3) {
    // In the basket already: hollow, ringed.
    shape = disc(away, 0.5, soft) - 0.8 * disc(away, 0.38, soft);
  } else if (vState == 2) {
    shape = max(disc(away, 0.46, soft), disc(away, 0.64, soft) - disc(away, 0.56, soft));
  } else {
    shape = vDim == 1 ? disc(away, 0.3, soft) * 0.3 : disc(away, 0.5, soft);
  }
${
  points
    ? ''
    : `
  if (vState != 1 && vDim == 0) {
    float shown = smoothstep(8.0, 11.0, uSeat);
    bool low = uDetail == 1;
    vec2 middle = low ? vec2(0.0, -0.27) : vec2(0.0);
    float height = low ? 0.33 : 0.6;
    float mark;
    if (chosen) mark = glyph(${glyphs.tick}, at, middle, height);
    else if (vType == 0) mark = glyph(${glyphs.bands} + vBand, at, middle, height);
    else if (low) mark = max(glyph(vType, at, middle + vec2(-0.16, 0.03), 0.36), glyph(${glyphs.bands} + vBand, at, middle + vec2(0.17, 0.03), 0.3));
    else mark = glyph(vType, at, middle, 0.68);
    colour = mix(colour, vInk, mark * shown);
    if (vState == 3) shape = max(shape, mark * shown);
  }`
}
  finalColor = vec4(colour, 1.0) * shape;
}
`
