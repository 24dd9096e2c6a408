package org.orbweaver.testkit.documents;

import static org.orbweaver.testkit.documents.PdfFile.bytes;
import static org.orbweaver.testkit.documents.PdfFile.page;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** PDF files with false claims, without end, or with more content than they seem to have. */
final class HostilePdf {
  private static final String FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
  private static final String TEXT = "BT /F1 12 Tf 72 700 Td (words of a hostile file) Tj ET";
  private static final String FORM = "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<";
  private static final String FLATE = "/Filter/FlateDecode";

  private HostilePdf() {}

  /** Adds one of each kind, by name; {@code outside} is a URL that must not be requested. */
  static void addTo(Map<String, Supplier<byte[]>> made, Random random, String outside) {
    made.put(
        "pdf.widths",
        () ->
            page(
                    "BT /F1 12 Tf 72 700 Td <0041> Tj ET",
                    "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H"
                        + "/DescendantFonts[6 0 R]>>",
                    "")
                .add(
                    "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)"
                        + "/Ordering(Identity)/Supplement 0>>/W [0 2147483647 500]>>")
                .toBytes());
    made.put(
        "pdf.to-unicode-range",
        () -> toUnicode("1 beginbfrange <0000> <FFFFFFFF> <0000> endbfrange "));
    made.put(
        "pdf.to-unicode-claims", () -> toUnicode("2147483647 beginbfchar <00> <0041> endbfchar "));
    made.put(
        "pdf.to-unicode-codes",
        () -> toUnicode("1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange "));
    made.put(
        "pdf.to-unicode-long",
        () -> toUnicode("1 beginbfrange <0000> <FFFF> <0000> endbfrange ".repeat(20_000)));
    made.put( // As an array, the filter decompresses into memory.
        "pdf.flate-bomb",
        () -> filtered("/Filter[/FlateDecode]", Packed.deflated((byte) ' ', 400)));
    made.put("pdf.flate-bomb-as-stream", () -> filtered(FLATE, Packed.deflated((byte) ' ', 400)));
    made.put(
        "pdf.flate-bomb-in-flate",
        () ->
            filtered(
                "/Filter[/FlateDecode/FlateDecode]",
                Packed.deflate(Packed.deflated((byte) ' ', 400))));
    made.put(
        "pdf.flate-bomb-of-operators",
        () ->
            filtered(
                FLATE,
                Packed.deflate(
                    bytes("BT /F1 1 Tf " + "(aaaaaaaaaaaaaaaa) Tj ".repeat(400_000) + "ET"))));
    made.put("pdf.forms-in-forms", () -> forms(30, 2));
    made.put(
        "pdf.form-in-itself",
        () ->
            page("/X1 Do", FONT, "/XObject<</X1 6 0 R>>")
                .addStream(FORM + "/XObject<</X1 6 0 R>>>>", bytes("/X1 Do ".repeat(3)))
                .toBytes());
    made.put("pdf.form-chain", () -> forms(2000, 1));
    made.put("pdf.page-tree-cycle", () -> pageTree("2 0 R 3 0 R", "1000000"));
    made.put("pdf.page-tree-of-itself", () -> pageTree("2 0 R ".repeat(200), "2147483647"));
    made.put("pdf.page-count", () -> pageTree("3 0 R", "2147483647"));
    made.put("pdf.deep-array", () -> value("[".repeat(300_000)));
    made.put("pdf.deep-dictionary", () -> value("<</A".repeat(200_000)));
    made.put("pdf.open-string", () -> value("(" + "(".repeat(500_000)));
    made.put("pdf.long-hex-string", () -> value("<" + "4".repeat(3_000_000)));
    made.put("pdf.stream-length", () -> length("2147483647"));
    made.put("pdf.length-of-itself", () -> length("4 0 R"));
    made.put("pdf.xref-cycle", HostilePdf::xrefCycle);
    made.put("pdf.xref-stream-claims", HostilePdf::xrefStream);
    made.put(
        "pdf.object-stream-claims",
        () ->
            page(TEXT, FONT, "")
                .addStream(
                    "/Type/ObjStm/N 2147483647/First 2147483000/Extends 6 0 R",
                    bytes("1 0 2 0 3 0"))
                .toBytes());
    made.put(
        "pdf.predictor",
        () ->
            filtered(
                FLATE
                    + "/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32"
                    + "/BitsPerComponent 16>>",
                Packed.deflated((byte) 0, 1)));
    made.put(
        "pdf.filter-chain",
        () ->
            filtered(
                "/Filter[" + "/ASCIIHexDecode ".repeat(400) + "]", bytes("41".repeat(500_000))));
    made.put(
        "pdf.run-length-bomb", // 0x81: 128 times the next byte.
        () ->
            filtered(
                "/Filter[/FlateDecode/RunLengthDecode/RunLengthDecode]",
                Packed.deflate(bytes("\u0081 ".repeat(1 << 20)))));
    made.put(
        "pdf.outline-cycle",
        () ->
            catalog(
                "/Outlines 4 0 R",
                "<</Type/Outlines/First 5 0 R/Last 5 0 R/Count 1>>",
                "<</Title(again)/Parent 4 0 R/Next 5 0 R/First 5 0 R/Last 5 0 R/Count 3>>"));
    made.put(
        "pdf.type3-in-itself",
        () ->
            page(
                    "BT /F1 12 Tf (aaaa) Tj ET",
                    "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar"
                        + " 97/LastChar 2147483647/Widths[1]/Encoding<</Differences[97/a]>>"
                        + "/CharProcs<</a 6 0 R>>/Resources<</Font<</F1 5 0 R>>>>>>",
                    "")
                .addStream("", bytes("BT /F1 12 Tf (aaaaaaaa) Tj ET"))
                .toBytes());
    made.put(
        "pdf.name-tree-cycle",
        () ->
            catalog(
                "/Names<</EmbeddedFiles 4 0 R/JavaScript 4 0 R/Dests 4 0 R>>",
                "<</Kids[5 0 R 5 0 R]>>",
                "<</Kids[4 0 R 4 0 R]>>"));
    made.put(
        "pdf.annotation-cycle",
        () ->
            catalog(
                "/OpenAction<</S/URI/URI(" + outside + ")/Next 4 0 R>>",
                "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoToR/F("
                    + outside
                    + ")/Next 5 0 R>>/Popup 5 0 R>>",
                "<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Parent 4 0 R"
                    + "/A<</S/Launch/F(/bin/sh)/Next 4 0 R>>>>"));
    made.put(
        "pdf.structure-cycle",
        () ->
            catalog(
                "/MarkInfo<</Marked true>>/StructTreeRoot 4 0 R",
                "<</Type/StructTreeRoot/K[5 0 R]/RoleMap<</A/B/B/A>>>>",
                "<</Type/StructElem/S/A/P 4 0 R/K[4 0 R 5 0 R 5 0 R]>>"));
    made.put(
        "pdf.form-field-cycle",
        () ->
            catalog(
                "/AcroForm<</Fields[4 0 R]>>",
                "<</T(a)/FT/Tx/Kids[5 0 R 5 0 R]/Parent 5 0 R/Subtype/Widget>>",
                "<</T(b)/FT/Tx/Kids[4 0 R 4 0 R]/Parent 4 0 R/Subtype/Widget>>"));
    made.put("pdf.xfa-entities", () -> xfa(Markup.externalEntity("xdp", outside)));
    made.put("pdf.xfa-laughs", () -> xfa(Markup.laughs("xdp", 12)));
    made.put("pdf.xmp-entities", () -> xml("/Metadata 4 0 R", Markup.externalEntity("x", outside)));
    made.put("pdf.xmp-laughs", () -> xml("/Metadata 4 0 R", Markup.laughs("x", 12)));
    made.put(
        "pdf.attachment-bomb",
        () ->
            PdfFile.of("/Names<</EmbeddedFiles<</Names[(a) 4 0 R]>>>>", "/Resources<<>>")
                .add("<</Type/Filespec/F(a.zip)/EF<</F 5 0 R>>>>")
                .addStream("/Type/EmbeddedFile" + FLATE, Packed.deflated((byte) 0, 400))
                .toBytes());
    made.put("pdf.picture-claims", () -> picture(FLATE, Packed.deflated((byte) 0, 1)));
    made.put("pdf.jbig2-claims", () -> picture("/Filter/JBIG2Decode", noise(random)));
    made.put("pdf.jpx-claims", () -> picture("/Filter/JPXDecode", noise(random)));
    made.put(
        "pdf.inline-picture",
        () ->
            content("BI /W 2147483647 /H 2147483647 /BPC 8 /CS /RGB ID " + "x".repeat(2_000_000)));
    made.put("pdf.encrypted", () -> encrypted("0".repeat(64 + random.nextInt(64))));
    made.put("pdf.font-truetype", () -> font("/FontFile2", HostileBinary.trueType(random)));
    made.put("pdf.font-cff", () -> font("/FontFile3", HostileBinary.cff(random)));
    made.put(
        "pdf.font-type1",
        () -> font("/FontFile", bytes("%!PS-AdobeFont-1.0\n" + "{".repeat(100_000))));
    made.put(
        "pdf.function-types",
        () ->
            catalog(
                "/OCProperties<</OCGs 4 0 R/D 4 0 R>>",
                "<</FunctionType 3/Domain[0 1]/Functions[4 0 R 4 0 R]/Bounds[.5]"
                    + "/Encode[0 1 0 1]>>",
                "<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/MK 5 0 R/Parent 5 0 R>>"));
    made.put("pdf.saves-without-end", () -> content("q ".repeat(2_000_000) + TEXT));
    made.put(
        "pdf.numbers",
        () -> content("1e308 ".repeat(300_000) + "99999999999999999999999 Tf " + TEXT));
  }

  private static byte[] noise(Random random) {
    byte[] noise = new byte[2000];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] content(String content) {
    return page(content, FONT, "").toBytes();
  }

  private static byte[] filtered(String filter, byte[] content) {
    return page(filter, content, FONT, "").toBytes();
  }

  private static byte[] toUnicode(String map) {
    String whole =
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF>"
            + " endcodespacerange "
            + map
            + "endcmap";
    return page(TEXT, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>", "")
        .addStream(FLATE, Packed.deflate(bytes(whole)))
        .toBytes();
  }

  /** Nested forms, each drawing the next one {@code times} times. */
  private static byte[] forms(int depth, int times) {
    PdfFile pdf = page("/X1 Do", FONT, "/XObject<</X1 6 0 R>>");
    for (int i = 0; i < depth; i++) {
      pdf.addStream(FORM + "/XObject<</X1 " + (7 + i) + " 0 R>>>>", bytes("/X1 Do ".repeat(times)));
    }
    return pdf.addStream(FORM + "/Font<</F1 5 0 R>>>>", bytes(TEXT)).toBytes();
  }

  private static byte[] pageTree(String kids, String count) {
    return new PdfFile()
        .add("<</Type/Catalog/Pages 2 0 R>>")
        .add("<</Type/Pages/Kids[" + kids + "]/Count " + count + ">>")
        .add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>")
        .toBytes();
  }

  private static byte[] value(String value) {
    return page(TEXT, FONT, "").add(value).toBytes("/Info 6 0 R");
  }

  private static byte[] length(String length) {
    return PdfFile.of("", "/Contents 4 0 R/Resources<<>>")
        .addStream("", bytes(TEXT), length)
        .toBytes();
  }

  private static byte[] xrefCycle() {
    String text = new String(content(TEXT), StandardCharsets.ISO_8859_1);
    return bytes(text.replace("/Root 1 0 R", "/Root 1 0 R/Prev " + text.lastIndexOf("xref\n0 ")));
  }

  private static byte[] xrefStream() {
    String head = "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n";
    byte[] data = Packed.deflated((byte) 1, 400);
    return bytes(
        head
            + "5 0 obj\n<</Type/XRef/Size 2147483647/Index[0 2147483647]/W[1 8 8]/Root 1 0 R"
            + (FLATE + "/Length " + data.length + ">>\nstream\n")
            + new String(data, StandardCharsets.ISO_8859_1)
            + ("\nendstream\nendobj\nstartxref\n" + head.length() + "\n%%EOF"));
  }

  private static byte[] catalog(String entries, String object4, String object5) {
    return PdfFile.of(entries, "/Resources<<>>/Annots[4 0 R 5 0 R]")
        .add(object4)
        .add(object5)
        .toBytes();
  }

  private static byte[] xml(String entries, String xml) {
    return PdfFile.of(entries, "/Resources<<>>")
        .addStream("/Type/Metadata/Subtype/XML", Markup.utf8(xml))
        .toBytes();
  }

  private static byte[] xfa(String xml) {
    return xml("/AcroForm<</XFA 4 0 R/Fields[]>>", xml);
  }

  private static byte[] picture(String filter, byte[] data) {
    return page("/X1 Do " + TEXT, FONT, "/XObject<</X1 6 0 R>>")
        .addStream(
            "/Type/XObject/Subtype/Image/Width 2147483647/Height 2147483647/BitsPerComponent 8"
                + "/ColorSpace/DeviceRGB"
                + filter,
            data)
        .toBytes();
  }

  private static byte[] encrypted(String key) {
    return page(TEXT, FONT, "")
        .add(
            "<</Filter/Standard/V 5/R 6/Length 2147483647/P -1/O<K>/U<K>/OE<K>/UE<K>/Perms<K>"
                    .replace("K", key)
                + "/CF<</StdCF<</CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/StdCF>>")
        .toBytes("/Encrypt 6 0 R/ID[<00><00>]");
  }

  private static byte[] font(String key, byte[] file) {
    return page(
            TEXT,
            "<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 0/LastChar 255"
                + "/FontDescriptor 6 0 R>>",
            "")
        .add("<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 9 9]" + key + " 7 0 R>>")
        .addStream("/Length1 2147483647/Subtype/Type1C", file)
        .toBytes();
  }
}
