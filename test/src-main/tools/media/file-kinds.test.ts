import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

async function detect(file: string, file_name?: string): Promise<Json> {
  const bytes = Buffer.from(file, 'latin1').toString('base64')
  return await runTool('file-magic-detect', { bytes, ...(file_name === undefined ? {} : { file_name }) })
}

describe('file-magic-detect', () => {
  // The formats' own specifications; media types of IANA, or else those that the program `file` gives.
  it.each([
    ['.snd\0\0\0\x18', 'audio/basic', 'au', 'audio'],
    ['v/1\x01\x02\0\0\0', 'image/x-exr', 'exr', 'image'],
    [`SIMPLE  =${' '.repeat(20)}T / FITS`, 'image/fits', 'fits', 'image'],
    ['#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n', 'image/vnd.radiance', 'hdr', 'image'],
    ['AT&TFORM\0\0\0\x20DJVU', 'image/vnd.djvu', 'djvu', 'image'],
    ['P1\n# a\n2 1\n1 0', 'image/x-portable-bitmap', 'pbm', 'image'],
    ['P5 2 2 255\n\0\x01\x02\x03', 'image/x-portable-graymap', 'pgm', 'image'],
    ['P6\n1 1\n255\nabc', 'image/x-portable-pixmap', 'ppm', 'image'],
    // The head of a large file, whose directory is at its end.
    ['II*\0\x08\x7a\x3f\0', 'image/tiff', 'tif', 'image'],
    ['MM\0+\0\x08\0\0', 'image/tiff', 'tif', 'image'],
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0', 'image/png', 'png', 'image'],
    ['\n\x05\x01\x08\0\0\0\0', 'image/vnd.zbrush.pcx', 'pcx', 'image'],
    [`\0\0\x02${'\0'.repeat(9)}\x80\0\x80\0\x18\0`, 'image/x-tga', 'tga', 'image'],
    ['\0\x01\x01\0\0\0\x01\x18\0\0\0\0\x80\0\x80\0\x08\0', 'image/x-tga', 'tga', 'image'],
    [`\0\0\x01\0\x01\0\x10\x10${'\0'.repeat(20)}`, 'image/x-icon', 'ico', 'image'],
    [`BA${'\0'.repeat(12)}CI`, 'image/x-os2-graphics', 'ico', 'image'],
    ['\x89HDF\r\n\x1a\n', 'application/x-hdf5', 'h5', 'other'],
    ['\xfe\xed\xfe\xed\0\0\0\x02', 'application/x-java-keystore', 'jks', 'other'],
    ['d8:announce20:http://a.example/x/ye', 'application/x-bittorrent', 'torrent', 'other'],
    ['#!/bin/sh\n:', 'text/x-shellscript', 'sh', 'text'],
    ['#!/usr/bin/env -S python3 -u\n', 'text/x-python', 'py', 'text'],
    ['#!/usr/bin/env A=b node\n', 'text/javascript', 'js', 'text'],
    ['#!/opt/odd\n', 'text/plain', 'txt', 'text'],
    ['<?php echo 1;', 'text/x-php', 'php', 'text'],
    ['-----BEGIN CERTIFICATE-----\nMIIB', 'application/x-pem-file', 'pem', 'text'],
    ['-----BEGIN PGP SIGNATURE-----\n', 'application/pgp-signature', 'asc', 'text'],
    ['diff --git a/x b/x\n', 'text/x-diff', 'diff', 'text'],
    ['--- a\n+++ b\n@@ -1 +1 @@\n', 'text/x-diff', 'diff', 'text'],
    ['From: a@b.example\r\nTo: c\r\n d\r\nSubject: e\r\n\r\nf', 'message/rfc822', 'eml', 'text'],
    ['From: a\nTo: b\nlines of a letter', 'text/plain', 'txt', 'text'],
    ['From ann@b.example Mon Jan  1 00:00:00 2024\nSubject: c\n', 'application/mbox', 'mbox', 'text'],
    ['1\r\n00:00:01,000 --> 00:00:02,500\r\nHi', 'application/x-subrip', 'srt', 'text'],
    ['#EXTM3U\n#EXT-X-VERSION:3\n', 'application/vnd.apple.mpegurl', 'm3u8', 'text'],
    ['% a paper\n\n\\documentclass{article}', 'text/x-tex', 'tex', 'text'],
    ['{"a":1}\n{"a":2}\n', 'application/x-ndjson', 'jsonl', 'text'],
    ['{"a":1}\n{"a":', 'text/plain', 'txt', 'text'],
    ['<?xml version="1.0"?><!DOCTYPE html><html/>', 'application/xhtml+xml', 'xhtml', 'text'],
    ['<?xml version="1.0"?><a:feed xmlns:a="b"/>', 'application/atom+xml', 'atom', 'text'],
    ['<?xml version="1.0"?><rss version="2.0"/>', 'application/rss+xml', 'rss', 'text'],
    ['<?xml version="1.0"?><gpx version="1.1"/>', 'application/gpx+xml', 'gpx', 'text'],
    // WHATWG MIME Sniffing, 7.1.
    ['\n <P>a', 'text/html', 'html', 'text'],
    ['<!-- a --><Body>', 'text/html', 'html', 'text'],
    ['<pre>', 'text/plain', 'txt', 'text'],
    ['<html><p>na\xefve', 'text/html', 'html', 'text'],
    ['na\xefve <html>', 'application/octet-stream', null, 'other'],
    ['\xde\x12\x04\x95\0\0\0\0', 'application/x-gettext-translation', 'mo', 'other'],
    ['\xa7\x0d\r\n\0\0\0\0', 'application/x-bytecode.python', 'pyc', 'other'],
  ])('knows %j', async (file, mime, extension, kind) => {
    expect(await detect(file)).toMatchObject({ mime, extension, kind })
  })

  it.each([
    ['<h1 align="center">A</h1>', 'README.md'],
    ['diff --git a/x b/x\n', 'a.patch'],
    ['-----BEGIN CERTIFICATE-----\n', 'ca.crt'],
    ['<?xml version="1.0"?><rss/>', 'feed.xml'],
    ['{"a":1}\n{}', 'a.ndjson'],
  ])('takes %j in %s for what its name says', async (file, name) => {
    expect(await detect(file, name)).toMatchObject({ extension_matches: true })
  })

  // Catches: patterns that try each way to part what they repeat.
  it.each(['<!-- -->', '<!--', '<?a?>', '<!DOCTYPE [', '% a\n', 'P1 #\n', 'From: a\n'])(
    'ends for many times %j',
    async (part) => {
      expect(await detect(part.repeat(100_000))).toHaveProperty('mime')
    },
  )
})
