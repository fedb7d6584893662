/** XML 1.0, production 2: these characters cannot occur in a document, not even as references. */
export const NOT_XML_CHAR = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
