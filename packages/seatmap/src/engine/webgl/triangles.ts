/** Vertices of equal stride and the triangles between them, as they are written. */
export type Triangles = {
  readonly vertices: Float32Array<ArrayBuffer>
  readonly indices: Uint32Array<ArrayBuffer>
  /** So many of the indices, the first ones, are of plain triangles: one colour, no edge in sight. */
  readonly plain: number
}

export type TriangleWriter = {
  /** @returns the vertex's number */
  readonly vertex: (...floats: readonly number[]) => number
  readonly triangle: (a: number, b: number, c: number) => void
  /** One that shows no edge. It is drawn before all others. */
  readonly plain: (a: number, b: number, c: number) => void
  readonly finish: () => Triangles
}

/** `stride`: floats a vertex. */
export function writeTriangles(stride: number): TriangleWriter {
  let vertices = new Float32Array(64 * stride)
  let end = 0
  const plain: number[] = []
  const edged: number[] = []
  return {
    vertex: (...floats) => {
      if (end + stride > vertices.length) {
        const outgrown = vertices
        vertices = new Float32Array(outgrown.length * 2)
        vertices.set(outgrown)
      }
      vertices.set(floats, end)
      end += stride
      return end / stride - 1
    },
    triangle: (a, b, c) => void edged.push(a, b, c),
    plain: (a, b, c) => void plain.push(a, b, c),
    finish: () => ({ vertices: vertices.slice(0, end), indices: new Uint32Array(plain.concat(edged)), plain: plain.length }),
  }
}
