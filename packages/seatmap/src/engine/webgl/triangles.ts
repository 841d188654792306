/** Vertices of equal stride and the triangles between them, as they are written. */
export type Triangles = { readonly vertices: Float32Array<ArrayBuffer>; readonly indices: Uint32Array<ArrayBuffer> }

export type TriangleWriter = {
  /** @returns the vertex's number */
  readonly vertex: (...floats: number[]) => number
  readonly triangle: (a: number, b: number, c: number) => void
  readonly finish: () => Triangles
}

/** `stride`: floats a vertex. */
export function writeTriangles(stride: number): TriangleWriter {
  const vertices: number[] = []
  const indices: number[] = []
  return {
    vertex: (...floats) => vertices.push(...floats) / stride - 1,
    triangle: (a, b, c) => void indices.push(a, b, c),
    finish: () => ({ vertices: new Float32Array(vertices), indices: new Uint32Array(indices) }),
  }
}
