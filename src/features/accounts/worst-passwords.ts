/**
 * The passwords that are tried first wherever somebody guesses: too well known to protect anything. In
 * lower case, none shorter than what is refused for its length.
 */
export const WORST_PASSWORDS: ReadonlySet<string> = new Set(
  `
  password password1 password12 password123 password1234 password! passw0rd p@ssw0rd p@ssword pa$$word passwort
  password2 password3 password01 password99 password2020 password2021 password2022 password2023 password2024
  password2025 password2026 mypassword thepassword passpass 12345678 123456789 1234567890 0123456789 12345678910
  123456789a a123456789 a12345678 87654321 987654321 9876543210 0987654321 11111111 111111111 1111111111 00000000
  000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 888888888 99999999 999999999 12341234
  123123123 12121212 11223344 1122334455 112233445566 11112222 12344321 123454321 123321123 123456123 123456abc
  abc12345 abc123456 abcd1234 abcd12345 1234abcd 1234qwer qwer1234 aa123456 aa12345678 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 1qaz2wsx3edc qazwsxedc qazwsx123 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 zaq1xsw2 2wsx3edc 1qazxsw2
  !qaz2wsx 1qaz!qaz qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty11 qwerty01
  qwertyqwerty qwerty78 asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer asd123456 zxcvbnm1 zxcvbnm123 zxcvbnm,
  zxcvbnm,. zxcvzxcv azertyui azertyuiop azerty123 qwertzui qwertzuiop qwertz123 poiuytrewq lkjhgfdsa mnbvcxz1
  iloveyou iloveyou1 iloveyou2 iloveyou! iloveu123 ilovegod iloveme1 lovelove loveyou1 lovely123 princess
  princess1 sunshine sunshine1 football football1 baseball baseball1 basketball superman superman1 batman123
  spiderman starwars starwars1 pokemon1 pokemon123 minecraft dragon123 dragon12 monkey123 monkey12 shadow123
  master123 master12 michael1 jennifer jessica1 jordan23 michelle charlie1 danielle alexander benjamin elizabeth
  samantha victoria veronica christian welcome1 welcome12 welcome123 welcome1! welcome2 letmein1 letmein12
  letmein123 letmein! trustno1 changeme changeme1 changeme123 changeit default1 temp1234 temporary administrator
  admin123 admin1234 admin12345 adminadmin root1234 rootroot test1234 test12345 testtest testing1 testing123
  tester123 guest123 guest1234 user1234 user12345 username login123 secret123 secret12 mysecret topsecret
  sesame123 opensesame computer computer1 internet internet1 internet123 whatever whatever1 nothing1 something
  hello123 hello1234 hellohello goodbye1 freedom1 forever1 friends1 chocolate cheese123 butterfly rainbow1
  flower123 summer123 summer2024 summer2025 winter123 winter2024 winter2025 spring2025 autumn2025 liverpool
  liverpool1 arsenal1 chelsea1 barcelona realmadrid juventus manchester corvette mercedes mustang1 porsche1
  ferrari1 harley123 aaaaaaaa aaaaaaaaa bbbbbbbb xxxxxxxx zzzzzzzz abcdefgh abcdefghi abcdefghij abcabcabc
  a1b2c3d4 a1b2c3d4e5 1a2b3c4d x1x2x3x4 hushlink hushlink1 hushlink123 company1 company123 business1 samsung1
  google123 facebook facebook1 linkedin microsoft windows10 blink182 metallica nirvana1 slipknot
  correcthorsebatterystaple thisisapassword donttellanyone ********
`
    .trim()
    .split(/\s+/),
);
