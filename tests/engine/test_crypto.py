"""Web Crypto: known answers of the standards, and randomness that differs."""

from engine.host.driver import Driver
from engine.host.instance import Instance
from engine.host.module import Image
from tests.support.cases import BLANK, Case, each, run

SECURE_URL = "https://page.test/"
"""`crypto.subtle` exists in secure contexts only."""

HELP = """const hex = b => [...new Uint8Array(b)].map(x => x.toString(16).padStart(2, '0')).join('');
    const un = h => Uint8Array.from(h.match(/../g) ?? [], x => parseInt(x, 16));
    const utf = s => new TextEncoder().encode(s);
    const raw = (k, a, u) => crypto.subtle.importKey('raw', k, a, false, u);"""

RSA_MODULUS = (
    "xm7hZHZTD5HMSmBydm2x8GpE5_i8JfmYoWcYWJindL9Y4r1DBQgM8OW-_PikXO0Lh6k-wvBJfdl29s9erODkLTlLmvMhq0-"
    "HY5T3YtFOLgx9rkrXgcGYDUfcI1O41eXvwL3cJhuRv7vlhTxXvSNoTtY6AqcnFM57MZ6nN26KBXF4-3rWJDGTfk7A-"
    "f8HDyEYTKZI5-lpuGtfAkeexywBHBHlAU5b9dKZCobHeVRK3qtKNCBeiGjV-vKp2dbdkSAPKvyNUxyrgk-"
    "Knr1JVJ_qsxLmrlB-3cc2e6Kz964hM4zrNS4rkjISSQnnRJekhoIuM1S6PkphpvOTsZ3tuflJHw"
)
RSA_SIGNATURE = (
    "070e0838edb8a086f1a52d8f50df7d568fe1d78e5ce9e32089b1039b33ec9720c70d102c97def6e6c9e6045f734f03b24916"
    "b64f31d8e3927902fad67688acdfa2e849adf386bb70cd53edc205e14cf15496c31d9492a98ab99a23e11e468564e70e4422"
    "4cabbbce3225edbeaeba1123680be65868c6a9142d307653e80bba90c02c0868e4adea0ca3c8d51436d9fa804c3a83ee24d9"
    "1349104bdd0f228877adaf7e9e8d79b0d73b4d7ba044b005046dfcf8b56186b8729b808b244cdc9d93e6f161881210cc69ad"
    "f5264fc3afc3380e25fb9707286960fd843bfbe4c52a32a99de9e285bcb525535d3d494b6e968269f318a02e43138a02f949"
    "2e8d07fb7c00"
)


@each(
    Case(
        "digests of abc (FIPS 180-4)",
        HELP
        + """const out = []; for (const name of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'])
            out.push(hex(await crypto.subtle.digest(name, utf('abc'))).slice(0, 40)); return out""",
        [
            "a9993e364706816aba3e25717850c26c9cd0d89d",
            "ba7816bf8f01cfea414140de5dae2223b00361a3",
            "cb00753f45a35e8bb5a03d699ac65007272c32ab",
            "ddaf35a193617abacc417349ae20413112e6fa4e",
        ],
    ),
    Case(
        "HMAC signs and verifies (RFC 4231, case 2)",
        HELP
        + """const k = await raw(utf('Jefe'), {name: 'HMAC', hash: 'SHA-256'}, ['sign', 'verify']);
            const m = utf('what do ya want for nothing?'), s = await crypto.subtle.sign('HMAC', k, m),
            bad = new Uint8Array(s).slice(); bad[0] ^= 1;
            return [hex(s), await crypto.subtle.verify('HMAC', k, s, m),
            await crypto.subtle.verify('HMAC', k, bad, m)]""",
        ["5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843", True, False],
    ),
    Case(
        "PBKDF2 derives (RFC 6070, case 3)",
        HELP
        + """const k = await raw(utf('password'), 'PBKDF2', ['deriveBits']);
            return hex(await crypto.subtle.deriveBits({name: 'PBKDF2', hash: 'SHA-1', salt: utf('salt'),
            iterations: 4096}, k, 160))""",
        "4b007901b765489abead49d926f721d065a429c1",
    ),
    Case(
        "HKDF derives (RFC 5869, case 1)",
        HELP
        + """const k = await raw(new Uint8Array(22).fill(0x0b), 'HKDF', ['deriveBits']);
            return hex(await crypto.subtle.deriveBits({name: 'HKDF', hash: 'SHA-256',
            salt: un('000102030405060708090a0b0c'),
                info: un('f0f1f2f3f4f5f6f7f8f9')}, k, 336))""",
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    ),
    Case(
        "AES-GCM encrypts, decrypts and notices tampering (GCM specification, case 3)",
        HELP
        + """const k = await raw(un('feffe9928665731c6d6a8f9467308308'), 'AES-GCM', ['encrypt', 'decrypt']);
            const a = {name: 'AES-GCM', iv: un('cafebabefacedbaddecaf888')};
            const p = un('d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72' +
                '1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255');
            const e = await crypto.subtle.encrypt(a, k, p), bad = new Uint8Array(e).slice(); bad[3] ^= 1;
            return [hex(e).slice(0, 32), hex(e).slice(-32), hex(await crypto.subtle.decrypt(a, k,
            e)) === hex(p),
                await crypto.subtle.decrypt(a, k, bad).catch(x => x.name)]""",
        ["42831ec2217774244b7221b784d0d49c", "4d5c2af327cd64a62cf35abd2ba6fab4", True, "OperationError"],
    ),
    Case(
        "AES-CBC and AES-CTR decrypt (NIST SP 800-38A)",
        HELP
        + """const key = un('2b7e151628aed2a6abf7158809cf4f3c'), p = un('6bc1bee22e409f96e93d7e117393172a');
            const cbc = await raw(key, 'AES-CBC', ['encrypt']), ctr = await raw(key, 'AES-CTR', ['encrypt']);
            return [hex(await crypto.subtle.encrypt({name: 'AES-CBC',
            iv: un('000102030405060708090a0b0c0d0e0f')}, cbc, p)).slice(0, 32),
                hex(await crypto.subtle.encrypt({name: 'AES-CTR',
                counter: un('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff'), length: 64}, ctr, p))]""",
        ["7649abac8119b246cee98e9b12e9197d", "874d6191b620e3261bef6864990db6ce"],
    ),
    Case(
        "ECDSA verifies a known signature and its own (RFC 6979, P-256)",
        HELP
        + """const point = un('0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6' +
            '7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299');
            const s = un('efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716' +
                'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8');
            const ec = {name: 'ECDSA', namedCurve: 'P-256'}, a = {name: 'ECDSA', hash: 'SHA-256'};
            const k = await raw(point, ec, ['verify']), own = await crypto.subtle.generateKey(ec, false,
            ['sign', 'verify']);
            const mine = await crypto.subtle.sign(a, own.privateKey, utf('sample'));
            return [await crypto.subtle.verify(a, k, s, utf('sample')), await crypto.subtle.verify(a, k,
            s, utf('simple')),
                await crypto.subtle.verify(a, own.publicKey, mine, utf('sample')), mine.byteLength]""",
        [True, False, True, 64],
    ),
    Case(
        "RSASSA-PKCS1-v1_5 verifies, as tokens signed with RS256 need",
        HELP
        + """const k = await crypto.subtle.importKey('jwk', {kty: 'RSA', e: 'AQAB', n: '"""
        + RSA_MODULUS
        + """'},
            {name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256'}, false, ['verify']);
            const v = m => crypto.subtle.verify('RSASSA-PKCS1-v1_5', k, un('"""
        + RSA_SIGNATURE
        + """'), utf(m));
            return [await v('sample'), await v('simple')]""",
        [True, False],
    ),
    Case(
        "keys export as they were imported, and only if they may",
        HELP
        + """const hmac = {name: 'HMAC', hash: 'SHA-256'}, k = await crypto.subtle.importKey('raw',
        un('00112233'), hmac, true, ['sign']);
            const shut = await raw(un('00112233'), hmac, ['sign']);
            return [(await crypto.subtle.exportKey('jwk', k)).k, hex(await crypto.subtle.exportKey('raw',
            k)), k.usages,
                await crypto.subtle.exportKey('raw', shut).catch(x => x.name)]""",
        ["ABEiMw", "00112233", ["sign"], "InvalidAccessError"],
    ),
    Case(
        "random values fill what they are given and are limited",
        """const a = new Uint32Array(64), same = crypto.getRandomValues(a) === a; let quota = ''; try {
        crypto.getRandomValues(new Uint8Array(65537)) }
            catch (e) { quota = e.name } return [same, new Set(a).size > 60, quota]""",
        [True, True, "QuotaExceededError"],
    ),
    Case(
        "random UUIDs are of version 4 and differ",
        """const a = crypto.randomUUID(), b = crypto.randomUUID();
        return [/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
            .test(a), a !== b]""",
        [True, True],
    ),
    Case(
        "a script whose integrity is right runs, another does not",
        """const load = integrity => new Promise(done => { const s = document.createElement('script');
        s.integrity = integrity;
            s.src = 'data:text/javascript,1'; s.onload = () => done('ran');
            s.onerror = () => done('refused'); document.head.append(s) });
            const d = await crypto.subtle.digest('SHA-384', new TextEncoder().encode('1'));
            const right = 'sha384-' + btoa(String.fromCharCode(...new Uint8Array(d)));
            return [await load(right), await load('sha384-' + btoa('x'.repeat(48)))]""",
        ["ran", "refused"],
    ),
)
def test_known_answers(page: Driver, case: Case) -> None:
    """Sites sign in, encrypt and check what they load by these; a wrong answer locks a user out."""
    page.open_html(case.html, base_url=SECURE_URL)
    assert run(page, case.script) == case.right


def test_instances_draw_different_values(image: Image) -> None:
    """All instances start from one image: without fresh entropy all sessions would share their keys."""
    drawn = set()
    for _ in range(3):
        with Instance(image) as instance:
            instance.boot()
            driver = Driver(instance)
            driver.open_html(BLANK, base_url=SECURE_URL)
            drawn.add(driver.evaluate("crypto.randomUUID()"))
    assert len(drawn) == 3
