/** A pretix plan: three rows of ten seats in two categories, and a wheelchair space without a companion. */
export function pretixPlan(): Buffer {
  const seatAt = (row: number, place: number) => ({
    ...{ seat_number: String(place + 1), position: { x: place * 20, y: 0 } },
    category: row === 2 && place === 0 ? 'Wheelchair' : row === 0 ? 'Front' : 'Back',
  })
  const rows = ['A', 'B', 'C'].map((label, row) => ({
    ...{ row_number: label, position: { x: 0, y: row * 25 } },
    seats: Array.from({ length: 10 }, (_, place) => seatAt(row, place)),
  }))
  const categories = ['Front', 'Back', 'Wheelchair'].map((name) => ({ name, color: '#a00' }))
  const zones = [{ name: 'Floor', position: { x: 20, y: 60 }, rows }]
  return Buffer.from(JSON.stringify({ name: 'Corn Exchange', size: { width: 300, height: 300 }, categories, zones }))
}
