package org.orbweaver.testkit.documents;

import static org.orbweaver.testkit.documents.PdfFile.bytes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** PDF files that claim what is not so, never end, or hold more than they look. */
final class HostilePdf {
  private static final String FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
  private static final String TEXT = "BT /F1 12 Tf 72 700 Td (words of a hostile file) Tj ET";

  private HostilePdf() {}

  /** One of each kind, by name; {@code outside} is a URL that must not be asked for. */
  static Map<String, byte[]> make(Random random, String outside) {
    Map<String, byte[]> made = new LinkedHashMap<>();
    made.put("widths", widths());
    made.put("to-unicode-range", toUnicode("1 beginbfrange <0000> <FFFFFFFF> <0000> endbfrange"));
    made.put("to-unicode-claims", toUnicode("2147483647 beginbfchar <00> <0041> endbfchar"));
    made.put("to-unicode-codes", toUnicode("1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange"));
    made.put("to-unicode-long", toUnicodeLong());
    made.put("flate-bomb", flateBomb(1));
    made.put("flate-bomb-in-flate", flateBomb(2));
    made.put("flate-bomb-of-operators", operators());
    made.put("forms-in-forms", forms(30, 2));
    made.put("form-in-itself", formInItself());
    made.put("form-chain", forms(2000, 1));
    made.put("page-tree-cycle", pageTree("[2 0 R 3 0 R]", "1000000"));
    made.put("page-tree-of-itself", pageTree("[" + "2 0 R ".repeat(200) + "]", "2147483647"));
    made.put("page-count", pageTree("[3 0 R]", "2147483647"));
    made.put("deep-array", value("[".repeat(300_000)));
    made.put("deep-dictionary", value("<</A".repeat(200_000)));
    made.put("open-string", value("(" + "(".repeat(500_000)));
    made.put("long-hex-string", value("<" + "4".repeat(3_000_000)));
    made.put("stream-length", streamLength());
    made.put("length-of-itself", lengthOfItself());
    made.put("xref-cycle", xrefCycle());
    made.put("xref-stream-claims", xrefStream());
    made.put("object-stream-claims", objectStream());
    made.put("predictor", predictor());
    made.put("filter-chain", filters(400));
    made.put("run-length-bomb", runLength());
    made.put("outline-cycle", outline());
    made.put("type3-in-itself", type3());
    made.put("name-tree-cycle", nameTree());
    made.put("annotation-cycle", annotations(outside));
    made.put("structure-cycle", structure());
    made.put("form-field-cycle", fields());
    made.put("xfa-entities", xfa(Markup.externalEntity("xdp", outside)));
    made.put("xfa-laughs", xfa(Markup.laughs("xdp", 12)));
    made.put("xmp-entities", metadata(Markup.externalEntity("x", outside)));
    made.put("xmp-laughs", metadata(Markup.laughs("x", 12)));
    made.put("attachment-bomb", attachment());
    made.put("picture-claims", picture("/Filter/FlateDecode", Packed.deflated((byte) 0, 1 << 20)));
    made.put("jbig2-claims", picture("/Filter/JBIG2Decode", noise(random, 2000)));
    made.put("jpx-claims", picture("/Filter/JPXDecode", noise(random, 2000)));
    made.put("inline-picture", inlinePicture());
    made.put("encrypted", encrypted(random));
    made.put("font-truetype", font("/FontFile2", HostileBinary.trueType(random)));
    made.put("font-cff", font("/FontFile3", HostileBinary.cff(random)));
    made.put("font-type1", font("/FontFile", bytes("%!PS-AdobeFont-1.0\n" + "{".repeat(100_000))));
    made.put("function-types", functions());
    made.put("saves-without-end", bytesOf("q ".repeat(2_000_000) + TEXT));
    made.put("numbers", bytesOf("1e308 ".repeat(300_000) + "99999999999999999999999 Tf " + TEXT));
    return made;
  }

  private static byte[] noise(Random random, int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] bytesOf(String content) {
    return PdfFile.page(content, FONT, "").toBytes();
  }

  private static byte[] widths() {
    PdfFile pdf =
        PdfFile.page(
            "BT /F1 12 Tf 72 700 Td <0041> Tj ET",
            "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[6 0 R]>>",
            "");
    pdf.add(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)"
            + "/Ordering(Identity)/Supplement 0>>/W [0 2147483647 500]>>");
    return pdf.toBytes();
  }

  private static byte[] toUnicode(String map) {
    return toUnicodeStream(
        "",
        bytes(
            "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF>"
                + " endcodespacerange "
                + map
                + " endcmap"));
  }

  private static byte[] toUnicodeLong() {
    StringBuilder map =
        new StringBuilder("begincmap 1 begincodespacerange <00> <FF> endcodespacerange ");
    for (int i = 0; i < 20_000; i++) {
      map.append("1 beginbfrange <0000> <FFFF> <0000> endbfrange ");
    }
    return toUnicodeStream("/Filter/FlateDecode", Packed.deflate(bytes(map + "endcmap")));
  }

  private static byte[] toUnicodeStream(String filter, byte[] map) {
    PdfFile pdf =
        PdfFile.page(TEXT, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>", "");
    pdf.addStream(filter, map);
    return pdf.toBytes();
  }

  private static byte[] flateBomb(int layers) {
    byte[] data = Packed.deflated((byte) ' ', 1L << 30);
    for (int i = 1; i < layers; i++) {
      data = Packed.deflate(data);
    }
    return PdfFile.page("/Filter[" + "/FlateDecode ".repeat(layers) + "]", data, FONT, "")
        .toBytes();
  }

  private static byte[] operators() {
    byte[] content = bytes(("BT /F1 1 Tf " + "(aaaaaaaaaaaaaaaa) Tj ".repeat(400_000)) + "ET");
    return PdfFile.page("/Filter/FlateDecode", Packed.deflate(content), FONT, "").toBytes();
  }

  /** Nested forms, each of which draws the next one {@code times} times. */
  private static byte[] forms(int depth, int times) {
    PdfFile pdf = PdfFile.page("/X1 Do", FONT, "/XObject<</X1 6 0 R>>");
    for (int i = 0; i < depth; i++) {
      pdf.addStream(
          "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X1 "
              + (7 + i)
              + " 0 R>>>>",
          bytes("/X1 Do ".repeat(times)));
    }
    pdf.addStream(
        "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 5 0 R>>>>", bytes(TEXT));
    return pdf.toBytes();
  }

  private static byte[] formInItself() {
    PdfFile pdf = PdfFile.page("/X1 Do", FONT, "/XObject<</X1 6 0 R>>");
    pdf.addStream(
        "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X1 6 0 R>>>>",
        bytes("/X1 Do ".repeat(3)));
    return pdf.toBytes();
  }

  private static byte[] pageTree(String kids, String count) {
    PdfFile pdf = new PdfFile();
    pdf.add("<</Type/Catalog/Pages 2 0 R>>");
    pdf.add("<</Type/Pages/Kids" + kids + "/Count " + count + ">>");
    pdf.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>");
    return pdf.toBytes();
  }

  private static byte[] value(String value) {
    PdfFile pdf = PdfFile.page(TEXT, FONT, "");
    pdf.add(value);
    return pdf.toBytes("/Info 6 0 R");
  }

  private static byte[] streamLength() {
    PdfFile pdf = new PdfFile();
    pdf.add("<</Type/Catalog/Pages 2 0 R>>");
    pdf.add("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    pdf.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<<>>>>");
    pdf.addStream("", bytes(TEXT), "2147483647");
    return pdf.toBytes();
  }

  private static byte[] lengthOfItself() {
    PdfFile pdf = new PdfFile();
    pdf.add("<</Type/Catalog/Pages 2 0 R>>");
    pdf.add("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    pdf.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<<>>>>");
    pdf.addStream("", bytes(TEXT), "4 0 R");
    return pdf.toBytes();
  }

  private static byte[] xrefCycle() {
    byte[] file = bytesOf(TEXT);
    String text = new String(file, java.nio.charset.StandardCharsets.ISO_8859_1);
    int start = text.lastIndexOf("xref\n0 ");
    return bytes(text.replace("/Root 1 0 R", "/Root 1 0 R/Prev " + start));
  }

  private static byte[] xrefStream() {
    String head = "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n";
    byte[] data = Packed.deflated((byte) 1, 400L << 20);
    String object =
        "5 0 obj\n<</Type/XRef/Size 2147483647/Index[0 2147483647]/W[1 8 8]/Root 1 0 R"
            + "/Filter/FlateDecode/Length "
            + data.length
            + ">>\nstream\n";
    return bytes(
        head
            + object
            + new String(data, java.nio.charset.StandardCharsets.ISO_8859_1)
            + "\nendstream\nendobj\nstartxref\n"
            + head.length()
            + "\n%%EOF");
  }

  private static byte[] objectStream() {
    PdfFile pdf = PdfFile.page(TEXT, FONT, "");
    pdf.addStream("/Type/ObjStm/N 2147483647/First 2147483000/Extends 6 0 R", bytes("1 0 2 0 3 0"));
    return pdf.toBytes();
  }

  private static byte[] predictor() {
    return PdfFile.page(
            "/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32"
                + "/BitsPerComponent 16>>",
            Packed.deflated((byte) 0, 1 << 20),
            FONT,
            "")
        .toBytes();
  }

  private static byte[] filters(int count) {
    return PdfFile.page(
            "/Filter[" + "/ASCIIHexDecode ".repeat(count) + "]",
            bytes("41".repeat(500_000)),
            FONT,
            "")
        .toBytes();
  }

  private static byte[] runLength() {
    byte[] data = new byte[1 << 21];
    for (int i = 0; i < data.length; i += 2) {
      data[i] = (byte) 0x81; // 128 times the next byte.
      data[i + 1] = ' ';
    }
    return PdfFile.page(
            "/Filter[/FlateDecode/RunLengthDecode/RunLengthDecode]", Packed.deflate(data), FONT, "")
        .toBytes();
  }

  private static byte[] catalog(String entries, List<String> objects) {
    PdfFile pdf = new PdfFile();
    pdf.add("<</Type/Catalog/Pages 2 0 R" + entries + ">>");
    pdf.add("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    pdf.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>/Annots[4 0 R 5 0 R]>>");
    objects.forEach(pdf::add);
    return pdf.toBytes();
  }

  private static byte[] outline() {
    return catalog(
        "/Outlines 4 0 R",
        List.of(
            "<</Type/Outlines/First 5 0 R/Last 5 0 R/Count 1>>",
            "<</Title(again)/Parent 4 0 R/Next 5 0 R/First 5 0 R/Last 5 0 R/Count 3>>"));
  }

  private static byte[] type3() {
    PdfFile pdf =
        PdfFile.page(
            "BT /F1 12 Tf (aaaa) Tj ET",
            "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar"
                + " 97/LastChar 2147483647/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a 6"
                + " 0 R>>/Resources<</Font<</F1 5 0 R>>>>>>",
            "");
    pdf.addStream("", bytes("BT /F1 12 Tf (aaaaaaaa) Tj ET"));
    return pdf.toBytes();
  }

  private static byte[] nameTree() {
    return catalog(
        "/Names<</EmbeddedFiles 4 0 R/JavaScript 4 0 R/Dests 4 0 R>>",
        List.of("<</Kids[5 0 R 5 0 R]>>", "<</Kids[4 0 R 4 0 R]>>"));
  }

  private static byte[] annotations(String outside) {
    return catalog(
        "/OpenAction<</S/URI/URI(" + outside + ")/Next 4 0 R>>",
        List.of(
            "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoToR/F("
                + outside
                + ")/Next 5 0 R>>/Popup 5 0 R>>",
            "<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Parent 4 0 R/A<</S/Launch/F(/bin/sh)/Next 4"
                + " 0 R>>>>"));
  }

  private static byte[] structure() {
    return catalog(
        "/MarkInfo<</Marked true>>/StructTreeRoot 4 0 R",
        List.of(
            "<</Type/StructTreeRoot/K[5 0 R]/RoleMap<</A/B/B/A>>>>",
            "<</Type/StructElem/S/A/P 4 0 R/K[4 0 R 5 0 R 5 0 R]>>"));
  }

  private static byte[] fields() {
    return catalog(
        "/AcroForm<</Fields[4 0 R]>>",
        List.of(
            "<</T(a)/FT/Tx/Kids[5 0 R 5 0 R]/Parent 5 0 R/Subtype/Widget>>",
            "<</T(b)/FT/Tx/Kids[4 0 R 4 0 R]/Parent 4 0 R/Subtype/Widget>>"));
  }

  private static byte[] withStream(String entries, byte[] stream) {
    PdfFile pdf = new PdfFile();
    pdf.add("<</Type/Catalog/Pages 2 0 R" + entries + ">>");
    pdf.add("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    pdf.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>");
    pdf.addStream("/Type/Metadata/Subtype/XML", stream);
    return pdf.toBytes();
  }

  private static byte[] xfa(String xml) {
    return withStream("/AcroForm<</XFA 4 0 R/Fields[]>>", Markup.utf8(xml));
  }

  private static byte[] metadata(String xml) {
    return withStream("/Metadata 4 0 R", Markup.utf8(xml));
  }

  private static byte[] attachment() {
    PdfFile pdf = new PdfFile();
    pdf.add("<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a) 4 0 R]>>>>>>");
    pdf.add("<</Type/Pages/Kids[3 0 R]/Count 1>>");
    pdf.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>>>");
    pdf.add("<</Type/Filespec/F(a.zip)/EF<</F 5 0 R>>>>");
    pdf.addStream("/Type/EmbeddedFile/Filter/FlateDecode", Packed.deflated((byte) 0, 1L << 30));
    return pdf.toBytes();
  }

  private static byte[] picture(String filter, byte[] data) {
    PdfFile pdf = PdfFile.page("/X1 Do " + TEXT, FONT, "/XObject<</X1 6 0 R>>");
    pdf.addStream(
        "/Type/XObject/Subtype/Image/Width 2147483647/Height 2147483647/BitsPerComponent 8"
            + "/ColorSpace/DeviceRGB"
            + filter,
        data);
    return pdf.toBytes();
  }

  private static byte[] inlinePicture() {
    return bytesOf("BI /W 2147483647 /H 2147483647 /BPC 8 /CS /RGB ID " + "x".repeat(2_000_000));
  }

  private static byte[] encrypted(Random random) {
    PdfFile pdf = PdfFile.page(TEXT, FONT, "");
    String key = "0".repeat(64 + random.nextInt(64));
    pdf.add(
        "<</Filter/Standard/V 5/R 6/Length 2147483647/P -1/O<"
            + key
            + ">/U<"
            + key
            + ">/OE<"
            + key
            + ">/UE<"
            + key
            + ">/Perms<"
            + key
            + ">/CF<</StdCF<</CFM/AESV3/Length 32>>>>/StmF/StdCF"
            + "/StrF/StdCF>>");
    return pdf.toBytes("/Encrypt 6 0 R/ID[<00><00>]");
  }

  private static byte[] font(String key, byte[] file) {
    PdfFile pdf =
        PdfFile.page(
            TEXT,
            "<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 0/LastChar 255/FontDescriptor 6 0"
                + " R>>",
            "");
    pdf.add("<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 9 9]" + key + " 7 0 R>>");
    pdf.addStream("/Length1 2147483647/Subtype/Type1C", file);
    return pdf.toBytes();
  }

  private static byte[] functions() {
    List<String> objects = new ArrayList<>();
    objects.add(
        "<</FunctionType 3/Domain[0 1]/Functions[4 0 R 4 0 R]/Bounds[.5]/Encode[0 1 0 1]>>");
    objects.add("<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/MK 5 0 R/Parent 5 0 R>>");
    return catalog("/OCProperties<</OCGs 4 0 R/D 4 0 R>>", objects);
  }
}
