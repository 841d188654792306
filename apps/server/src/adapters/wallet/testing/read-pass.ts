import { createHash, createVerify, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

export type ReadPass = { readonly files: ReadonlyMap<string, Buffer>; readonly pass: Record<string, unknown> }

/**
 * Opens and verifies a pass as a wallet does: the manifest must have the checksum of every other file, and the detached PKCS #7
 * signature must be made over the manifest's bytes with the key of a certificate in the signature.
 * @throws Error with the reason for which a wallet would reject the pass
 */
export function readPass(archive: Uint8Array): ReadPass {
  const files = unpack(Buffer.from(archive))
  const manifest = files.get('manifest.json')!
  const sums = JSON.parse(manifest.toString()) as Record<string, string>
  const checkedFiles = [...files.keys()].filter((name) => name !== 'manifest.json' && name !== 'signature').toSorted()
  if (JSON.stringify(checkedFiles) !== JSON.stringify(Object.keys(sums).toSorted()))
    throw new Error('the manifest does not list exactly the files of the pass')
  for (const name of checkedFiles)
    if (createHash('sha1').update(files.get(name)!).digest('hex') !== sums[name])
      throw new Error(`the checksum of ${name} differs from the manifest`)
  verify(files.get('signature')!, manifest)
  return { files, pass: JSON.parse(files.get('pass.json')!.toString()) as Record<string, unknown> }
}

/** The files of a zip archive whose entries are stored uncompressed, like those of our passes. */
function unpack(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = 0
  while (archive.readUInt32LE(at) === 0x04034b50) {
    const [size, nameLength, extraLength] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26), archive.readUInt16LE(at + 28)]
    const begin = at + 30 + nameLength + extraLength
    files.set(archive.toString('utf8', at + 30, at + 30 + nameLength), archive.subarray(begin, begin + size))
    at = begin + size
  }
  return files
}

function verify(signature: Buffer, manifest: Buffer): void {
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(signature.toString('binary'))) as unknown as {
    readonly certificates: forge.pki.Certificate[]
    readonly rawCapture: { readonly content?: unknown; readonly authenticatedAttributes: forge.asn1.Asn1[]; readonly signature: string }
  }
  const { content, authenticatedAttributes, signature: signed } = message.rawCapture
  if (content) throw new Error('the signature is not detached')
  const { SET } = forge.asn1.Type
  // The signature covers the attributes, encoded as a set (RFC 2315, 9.3); one of them is the checksum of the manifest.
  const attributes = forge.asn1.toDer(forge.asn1.create(forge.asn1.Class.UNIVERSAL, SET, true, authenticatedAttributes)).getBytes()
  const sums = ['sha256', 'sha1'].map((name) => createHash(name).update(manifest).digest('binary'))
  const sum = sums.find((each) => attributes.includes(each))
  if (!sum) throw new Error('the signature is for another manifest')
  const algorithm = sum === sums[0] ? 'sha256' : 'sha1'
  const isValid = message.certificates.some((certificate) =>
    createVerify(algorithm)
      .update(Buffer.from(attributes, 'binary'))
      .verify(new X509Certificate(forge.pki.certificateToPem(certificate)).publicKey, Buffer.from(signed, 'binary')),
  )
  if (!isValid) throw new Error('no certificate in the signature verifies it')
}
