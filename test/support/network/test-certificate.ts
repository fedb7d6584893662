/** A key of no value, for servers of tests on loopback. */
export const TEST_KEY =
  '-----BEGIN PRIVATE KEY-----\n' +
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgEFzZpr5WGoMx4LKF\n' +
  'hYcflhR5n9yC7/lSgVd9dZlFtv2hRANCAASINZBrHifJl+pPxmW3VmUWyPEiwCXy\n' +
  'riqja7djxYmi9gO5bONUETLYNTWCBkYan8/q4BStzlHibW++v+TyE0YK\n' +
  '-----END PRIVATE KEY-----\n'

/**
 * Its self-signed certificate for example.test, *.example.test and 192.0.2.1, valid from 21 November 2026
 * to 18 November 2036 (openssl req -x509).
 */
export const TEST_CERTIFICATE =
  '-----BEGIN CERTIFICATE-----\n' +
  'MIICRDCCAeqgAwIBAgIIEjRWeJCrze8wCgYIKoZIzj0EAwIwOzELMAkGA1UEBhMC\n' +
  'REUxFTATBgNVBAoMDEV4YW1wbGUgR21iSDEVMBMGA1UEAwwMZXhhbXBsZS50ZXN0\n' +
  'MB4XDTI2MTEyMTEyMTIyMFoXDTM2MTExODEyMTIyMFowOzELMAkGA1UEBhMCREUx\n' +
  'FTATBgNVBAoMDEV4YW1wbGUgR21iSDEVMBMGA1UEAwwMZXhhbXBsZS50ZXN0MFkw\n' +
  'EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEiDWQax4nyZfqT8Zlt1ZlFsjxIsAl8q4q\n' +
  'o2u3Y8WJovYDuWzjVBEy2DU1ggZGGp/P6uAUrc5R4m1vvr/k8hNGCqOB1zCB1DAd\n' +
  'BgNVHQ4EFgQUP6U/isyplapnuzFPf3Mx9+MpzKswHwYDVR0jBBgwFoAUP6U/isyp\n' +
  'lapnuzFPf3Mx9+MpzKswDwYDVR0TAQH/BAUwAwEB/zBVBgNVHREETjBMggxleGFt\n' +
  'cGxlLnRlc3SCDiouZXhhbXBsZS50ZXN0hwTAAAIBhhZodHRwczovL2V4YW1wbGUu\n' +
  'dGVzdC9hgQ5hQGV4YW1wbGUudGVzdDALBgNVHQ8EBAMCAoQwHQYDVR0lBBYwFAYI\n' +
  'KwYBBQUHAwEGCCsGAQUFBwMCMAoGCCqGSM49BAMCA0gAMEUCIEEyt8LO/uuN/rVl\n' +
  'CXU9O8yg23etYEJ1X6zB3WpQ2cHTAiEA0P6rtxqmeEOCom9bUQrMxaKnh7bBFqmX\n' +
  'HzuEU9mfY64=\n' +
  '-----END CERTIFICATE-----\n'
