import forge from 'node-forge'
import type { AppleSettings } from '#adapters/wallet'

/** Test settings in place of Apple's: a self-signed intermediate certificate, and a certificate for passes that it issued. */
export function createSelfSigned(): AppleSettings {
  const issuer = certify('Self-made WWDR')
  const own = certify('Pass Type ID: pass.org.playhouse.test', issuer)
  return {
    passType: 'pass.org.playhouse.test',
    team: 'PLAYHOUSE1',
    certificate: forge.pki.certificateToPem(own.certificate),
    key: forge.pki.privateKeyToPem(own.keys.privateKey),
    wwdr: forge.pki.certificateToPem(issuer.certificate),
  }
}

type CertificateWithKeys = { readonly certificate: forge.pki.Certificate; readonly keys: forge.pki.rsa.KeyPair }

function certify(name: string, issuer?: CertificateWithKeys): CertificateWithKeys {
  const keys = forge.pki.rsa.generateKeyPair(2048)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = keys.publicKey
  certificate.serialNumber = issuer ? '02' : '01'
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000)
  const subject = [{ name: 'commonName', value: name }]
  certificate.setSubject(subject)
  certificate.setIssuer(issuer?.certificate.subject.attributes ?? subject)
  certificate.setExtensions([{ name: 'basicConstraints', cA: !issuer }])
  certificate.sign((issuer ?? { keys }).keys.privateKey, forge.md.sha256.create())
  return { certificate, keys }
}
