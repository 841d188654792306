/** Another code for each time that a voucher is issued: `GIFT-…`, `NEW1-…`, `NEW2-…`. */
export const nextCode = (code: string): string => `NEW${code.startsWith('NEW') ? (Number(code[3]) % 9) + 1 : 1}${code.slice(4)}`
